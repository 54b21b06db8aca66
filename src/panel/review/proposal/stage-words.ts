// What the panel says of a proposal's stages, and whose turn it is.
import type { ListedProposal } from '../../../review/schemas.ts';
import type { Translate } from '../../words/words.tsx';

export type StageOf = ListedProposal['stages'][number];

/** The stage that a proposal is in; null if it passes none. */
export const stageNow = ({ stages, current }: ListedProposal): StageOf | null =>
  stages.find(({ id }) => id === current) ?? null;

/** Whether the person can decide now, as far as stages go. */
export const isOurTurn = (proposal: ListedProposal): boolean =>
  proposal.stages.length === 0 || proposal.waitsForMe;

/** How many have accepted in a stage. */
export const acceptedIn = ({ decisions }: StageOf): number =>
  decisions.filter(({ decision, outdated }) => decision === 'accept' && !outdated).length;

export const isOverdue = (due: string): boolean => new Date(due).getTime() < Date.now();

/** What became of a proposal that was accepted and still waits. */
export function outcomeInStage(before: ListedProposal, after: ListedProposal, t: Translate): string {
  const stage = stageNow(after)?.name ?? '';
  const placeOf = ({ stages, current }: ListedProposal): number =>
    stages.findIndex(({ id }) => id === current);
  if (placeOf(after) < placeOf(before)) return t('review:acceptedAgain', { stage });
  return t(before.current === after.current ? 'review:acceptedOfMore' : 'review:acceptedNext', { stage });
}
