// What the core's own emails say.
import type { LetterText } from './letter.ts';

export const testMail: LetterText = {
  subject: 'Email works',
  paragraphs: [
    'This is the test email you requested in the settings. Invitations and review notifications are sent the same way.',
  ],
};
