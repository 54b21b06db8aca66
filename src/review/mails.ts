// What the emails to reviewers say.
import type { LetterText } from '../core/mail/letter.ts';
import { proposalKindNames } from './kinds.ts';
import { countedKinds } from './module-kinds.ts';

/** Marque's own kinds first, in their order. */
const inOrder = (kinds: readonly string[]): string[] => [
  ...proposalKindNames.filter((name) => kinds.includes(name)),
  ...kinds.filter((kind) => !proposalKindNames.some((name) => name === kind)),
];

/** Contains only counts and the workspace's name, never text that agents wrote. */
export function waitingMail(
  workspace: string,
  kinds: Readonly<Record<string, number>>,
  url: string,
): LetterText {
  const counted = inOrder(Object.keys(kinds)).map((kind) => countedKinds(kind, kinds[kind] ?? 0));
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

/** The same for what somebody should decide on before it's due. */
export function reminderMail(workspace: string, count: number, due: Date, url: string): LetterText {
  const what = `${count} ${count === 1 ? 'proposal is waiting' : 'proposals are waiting'} for your decision in ${workspace}`;
  const day = due.toISOString().slice(0, 10);
  return {
    subject: what,
    paragraphs: [
      `${what}. ${count === 1 ? 'It is' : 'The first of them is'} due on ${day}.`,
      "You're reminded once for each proposal.",
    ],
    action: { label: 'Review proposals', url },
  };
}
