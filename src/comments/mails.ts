// What the emails about comments say.
import type { LetterText } from '../core/mail/letter.ts';

const longestQuote = 1000;

const shortened = (text: string): string =>
  text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text;

export const mentionMail = (about: {
  author: string;
  on: string;
  /** What the comment says; null leaves it out. */
  quote: string | null;
  url: string;
}): LetterText => ({
  subject: `${about.author} mentioned you in a comment on ${about.on}`,
  paragraphs: [
    `${about.author} mentioned you in a comment on ${about.on}.`,
    ...(about.quote === null ? [] : [shortened(about.quote)]),
  ],
  action: { label: 'Open comment', url: about.url },
});
