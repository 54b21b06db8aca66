// The mails of a service in its own process: where it sends them, and the links in them.
import { until } from './children.ts';
import type { MailServer } from './mail-server.ts';

/** The environment of a service that sends its mails to this server. */
export const mailTo = (mailbox: MailServer): Record<string, string> => ({
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(mailbox.port),
  MAIL_FROM: 'Marque <marque@example.com>',
});

/** Waits for the newest mail to an address with such a link. */
export async function newestLink(mailbox: MailServer, to: string, link: RegExp): Promise<string> {
  const found = (): string | undefined =>
    mailbox.mails
      .filter((mail) => mail.to.includes(to))
      .map(({ text }) => link.exec(text)?.[0])
      .findLast((one) => one !== undefined);
  await until(() => Promise.resolve(found() !== undefined));
  return found() ?? '';
}
