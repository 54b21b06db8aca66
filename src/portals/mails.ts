// What the emails about portals say.
import type { LetterText } from '../core/mail/letter.ts';

export const accessMail = (portal: string, days: number, url: string): LetterText => ({
  subject: `You have access to ${portal}`,
  paragraphs: [
    `Your request for access to ${portal} was approved. The link below is only for you and works for ${days} days.`,
  ],
  action: { label: 'Open portal', url },
});
