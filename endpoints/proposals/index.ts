import type { AnyOperation } from '../../src/core/operation.ts';
import { proposeRules } from './propose-rules.ts';
import { proposeChanges } from './propose-changes.ts';
import { proposePage } from './propose-page.ts';
import { getProposal } from './get-proposal.ts';
import { listProposals } from './list-proposals.ts';
import { listTrackRecords } from './list-track-records.ts';
import { decideProposals } from './decide-proposals.ts';
import { decideProposal } from './decide-proposal.ts';
import { withdrawProposal } from './withdraw-proposal.ts';

export const proposalOperations: readonly AnyOperation[] = [
  proposeRules,
  proposeChanges,
  proposePage,
  listProposals,
  getProposal,
  listTrackRecords,
  decideProposals,
  decideProposal,
  withdrawProposal,
];
