// Shapes shared by the operations on proposals.
import { z } from 'zod';
import { Proposal } from '../../src/proposals/schemas.ts';

export const proposalPath = z.object({ id: z.uuid() });
export const OneProposal = z.object({ data: Proposal });

/** What a proposal is about: whoever may do something to that may do it to the proposal. */
export const onTarget = ({ path }: { path: Record<string, string> }) => ({ targetOfProposal: path.id ?? '' });
