// Shapes shared by the operations on proposals.
import { z } from 'zod';
import { Proposal } from '../../src/review/schemas.ts';

export const proposalPath = z.object({ id: z.uuid() });
/** What accepting made and nothing stores. */
export const Once = z
  .record(z.string(), z.unknown())
  .describe('Shown only now, such as the url of an accepted share link: pass it on');

export const OneProposal = z.object({ data: Proposal });

/** Access to a proposal follows from access to its target. */
export const onTarget = ({ path }: { path: Record<string, string> }) => ({ targetOfProposal: path.id ?? '' });
