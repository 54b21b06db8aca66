// Email: queued as a job in the running transaction and sent afterwards, at least once. Rolled-back emails are never sent; contents
// (such as sign-in links) are encrypted in the queue and never logged.
import { randomUUID } from 'node:crypto';
import type { Db } from '../db/pool.ts';
import { demandNoConnectionHeld } from '../db/held-connection.ts';
import { invalid, ApiError } from '../errors.ts';
import type { Service } from '../service.ts';
import { branding } from '../settings/definitions.ts';
import { settingIn } from '../settings/read.ts';
import { deriveKey, seal, unseal } from '../storage/signing.ts';
import { asHtml, asText, type Letter, type LetterBranding } from './letter.ts';
import { testMail } from './mails.ts';
import { connectionTo, mailServerOf, type MailServer } from './server.ts';

export const mailJob = 'mail';

const sealKey = (service: Service): Buffer => deriveKey(service.secret, 'mail');

/**
 * Sends an email once the transaction of `db` is committed; immediately if there is none.
 * @returns false if email isn't set up, so that nothing will be sent.
 */
export async function sendMail(service: Service, db: Db, letter: Letter): Promise<boolean> {
  if (!(await mailServerOf(service, db, letter.organizationId))) return false;
  const sealed = seal(sealKey(service), JSON.stringify(letter));
  await service.jobs.send(mailJob, { id: randomUUID(), sealed }, db);
  return true;
}

/** The organization's product name and color. */
async function brandingOf(service: Service, organizationId: string | null): Promise<LetterBranding> {
  const { product, accent } = await settingIn(service, service.db, branding, {
    organizationId,
    workspaceId: null,
  });
  return { product: product ?? 'Marque', accent: accent ?? '#4f46e5' };
}

/**
 * Sends a test email immediately, not as a job.
 * @throws conflict if email isn't set up, invalid if the mail server can't be used.
 */
export async function sendTestMail(
  service: Service,
  organizationId: string | null,
  to: string,
): Promise<void> {
  const server = await mailServerOf(service, service.db, organizationId);
  if (!server)
    throw new ApiError('conflict', "Email isn't set up. Set host and from, and make sure it's enabled.");
  const letter: Letter = { organizationId, to, ...testMail };
  const error = await transmit(service, server, letter, randomUUID());
  if (!error) return;
  const { code, status } = whatFailed(error);
  // The server's own message is omitted: it may repeat what was sent, or reveal details of a private network.
  const message = `${advice[code] ?? 'The mail server can’t be used'} (${code}${status ? ` ${status}` : ''}).`;
  throw invalid([{ path: 'host', message }]);
}

/** nodemailer's error codes as advice. */
const advice: Record<string, string> = {
  EAUTH: 'The mail server rejected the user or password',
  EDNS: 'Mail server not found: check the host',
  ECONNECTION: 'The mail server can’t be reached: check host and port',
  ESOCKET: 'The mail server can’t be reached, or its certificate is invalid: check host and port',
  ETIMEDOUT: "The mail server isn't responding: check host and port",
  ETLS: "The mail server doesn't support TLS, which is required to send a password",
  EENVELOPE: 'The mail server rejected the sender or your address: check from',
};

/** @returns the error; null if the mail server accepted it. */
async function transmit(service: Service, server: MailServer, letter: Letter, id: string): Promise<unknown> {
  demandNoConnectionHeld('the mail server');
  const { env } = service;
  const looks = await brandingOf(service, letter.organizationId);
  const connection = connectionTo(server, env.fetchAllow);
  try {
    await connection.sendMail({
      from: server.from,
      // As an object, so that it's never parsed as a list of addresses.
      to: { name: '', address: letter.to },
      ...(server.replyTo === null ? {} : { replyTo: server.replyTo }),
      subject: letter.subject,
      text: asText(letter, looks),
      html: asHtml(letter, looks),
      // The same for each attempt, so that mailboxes can detect duplicates.
      messageId: `<${id}@${new URL(env.serverUrl).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return null;
  } catch (error) {
    return error ?? new Error('unknown');
  } finally {
    connection.close();
  }
}

/** The job: sends one email. Permanent failures are logged and dropped; others throw and are retried. */
export async function deliverMail(service: Service, data: Record<string, unknown>): Promise<void> {
  const { log, db } = service;
  const text = typeof data.sealed === 'string' ? unseal(sealKey(service), data.sealed) : null;
  if (text === null) {
    log.warn('an email was dropped: it was encrypted with a different SECRET');
    return;
  }
  const letter = JSON.parse(text) as Letter;
  const organization = letter.organizationId;
  const server = await mailServerOf(service, db, organization);
  if (!server) {
    log.warn({ organization }, 'an email was dropped: email is no longer set up');
    return;
  }
  const error = await transmit(service, server, letter, typeof data.id === 'string' ? data.id : randomUUID());
  if (!error) return;
  const about = whatFailed(error);
  if (about.isFinal) {
    log.warn({ organization, ...about }, 'an email was dropped: the mail server rejected it');
    return;
  }
  // Our own message: that of the mail server may repeat what was sent.
  throw new Error(`The mail server can't be used (${about.code}${about.status ? ` ${about.status}` : ''}).`);
}

/** nodemailer's error code, and the server's status (RFC 5321, section 4.2): a 5xx for an address or a message is permanent. */
function whatFailed(error: unknown): { code: string; status: number | null; isFinal: boolean } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const status = typeof responseCode === 'number' ? responseCode : null;
  const word = typeof code === 'string' ? code : 'unknown';
  return {
    code: word,
    status,
    isFinal: (word === 'EENVELOPE' || word === 'EMESSAGE') && (status === null || status >= 500),
  };
}
