// What the emails about accounts and invitations say.
import type { LetterText } from '../core/mail/letter.ts';

interface Invitation {
  organization: string;
  /** What it is to: the organization itself, or a part of it. */
  to: string;
  inviter: string;
  lifeDays: number;
  url: string;
}

export const invitationMail = ({ organization, to, inviter, lifeDays, url }: Invitation): LetterText => ({
  subject: `You're invited to ${organization}`,
  paragraphs: [
    `${inviter} invited you to ${to}.`,
    `The link below is only for you. It works once, within ${lifeDays} days. If you didn't expect it, ignore this mail.`,
  ],
  action: { label: 'Accept invitation', url },
});

export const resetMail = (name: string, serverUrl: string, url: string): LetterText => ({
  subject: 'Set a new password',
  paragraphs: [
    `${name}, someone asked to reset the password of your account at ${serverUrl}.`,
    "The link below works once, within an hour. If it wasn't you, ignore this mail: your password stays the same.",
  ],
  action: { label: 'Set a new password', url },
});
