// What the emails about webhooks say.
import type { LetterText } from '../core/mail/letter.ts';
import type { Webhook } from './schemas.ts';

const reasons: Record<NonNullable<Webhook['disabledReason']>, (host: string) => string> = {
  failing: (host) => `${host} failed to accept an event for three days, so nothing is sent to it any more.`,
  gone: (host) => `${host} responded with 410 Gone, so nothing is sent to it any more.`,
  no_access: (host) =>
    `Your access to what is sent to ${host} has ended, so nothing is sent to it any more. Somebody else can create the webhook again.`,
};

/** Names the host alone: a URL can have a secret in it. */
export const disabledMail = (
  host: string,
  reason: NonNullable<Webhook['disabledReason']>,
  url: string,
): LetterText => ({
  subject: `The webhook to ${host} was disabled`,
  paragraphs: [
    reasons[reason](host),
    ...(reason === 'no_access'
      ? []
      : [
          'Events that are still waiting are sent once you enable it. Those from after then can be read from the change feed.',
        ]),
  ],
  action: { label: 'Open webhooks', url },
});
