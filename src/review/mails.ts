// What the emails to reviewers say.
import type { LetterText } from '../core/mail/letter.ts';
import { proposalKindNames, proposalKinds, type ProposalKind } from './kinds.ts';

/** Contains only counts and the workspace's name, never text that agents wrote. */
export function waitingMail(
  workspace: string,
  kinds: Partial<Record<ProposalKind, number>>,
  url: string,
): LetterText {
  const counted = proposalKindNames.flatMap((kind) => {
    const count = kinds[kind] ?? 0;
    return count === 0 ? [] : [`${count} ${proposalKinds[kind].counted[count === 1 ? 0 : 1]}`];
  });
  const total = Object.values(kinds).reduce((sum, count) => sum + count, 0);
  return {
    subject: `${total} ${total === 1 ? 'proposal is' : 'proposals are'} waiting for review in ${workspace}`,
    paragraphs: [
      `Waiting for a decision: ${counted.join(', ')}.`,
      "You get this email because an admin added your address in the review settings. You'll get at most one of these an hour.",
    ],
    action: { label: 'Review proposals', url },
  };
}
