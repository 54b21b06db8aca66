// Mail: put into the running transaction as a job, and sent by it afterwards, at least once. What is rolled back is never sent; what a
// mail says (links that let in) lies sealed in the queue and reaches no log.
import { randomUUID } from 'node:crypto';
import type { Db } from '../db/pool.ts';
import { demandNoConnectionHeld } from '../db/held-connection.ts';
import { invalid, ApiError } from '../errors.ts';
import type { Service } from '../service.ts';
import { branding } from '../settings/definitions.ts';
import { settingIn } from '../settings/read.ts';
import { deriveKey, seal, unseal } from '../storage/signing.ts';
import { asHtml, asText, type Letter, type LetterBranding } from './letter.ts';
import { connectionTo, mailServerOf, type MailServer } from './server.ts';

export const mailJob = 'mail';

const sealKey = (service: Service): Buffer => deriveKey(service.secret, 'mail');

/**
 * Sends a mail once the transaction of `db` is committed; at once where `db` is in none.
 * @returns false where e-mail isn't set up, and nothing will be sent.
 */
export async function sendMail(service: Service, db: Db, letter: Letter): Promise<boolean> {
  if (!(await mailServerOf(service, db, letter.organizationId))) return false;
  const sealed = seal(sealKey(service), JSON.stringify(letter));
  await service.jobs.send(mailJob, { id: randomUUID(), sealed }, db);
  return true;
}

/** The product's name and colour as an organization has them. */
async function brandingOf(service: Service, organizationId: string | null): Promise<LetterBranding> {
  const { product, accent } = await settingIn(service, service.db, branding, {
    organizationId,
    workspaceId: null,
  });
  return { product: product ?? 'Marque', accent: accent ?? '#4f46e5' };
}

/**
 * Sends a mail to whoever tries the setting out, now and not as a job.
 * @throws Refusal conflict where e-mail isn't set up, invalid where the mail server can't be used.
 */
export async function sendTestMail(
  service: Service,
  organizationId: string | null,
  to: string,
): Promise<void> {
  const server = await mailServerOf(service, service.db, organizationId);
  if (!server)
    throw new ApiError(
      'conflict',
      'E-mail is not set up: it needs host and from, and must not be switched off.',
    );
  const letter: Letter = {
    organizationId,
    to,
    subject: 'E-mail works',
    paragraphs: [
      'This is the mail you asked for in the settings. Invitations and reviews come the same way.',
    ],
  };
  const error = await transmit(service, server, letter, randomUUID());
  if (!error) return;
  const { code, status } = whatFailed(error);
  // The server's own words stay out: they may repeat what was sent, or tell of a network that is not the caller's.
  const message = `${advice[code] ?? 'The mail server could not be used'} (${code}${status ? ` ${status}` : ''}).`;
  throw invalid([{ path: 'host', message }]);
}

/** nodemailer's word for what failed, as something to do. */
const advice: Record<string, string> = {
  EAUTH: 'The mail server does not take this user and password',
  EDNS: 'There is no such mail server: check the host',
  ECONNECTION: 'The mail server can’t be reached: check host and port',
  ESOCKET: 'The mail server can’t be reached, or its certificate does not hold: check host and port',
  ETIMEDOUT: 'The mail server does not answer: check host and port',
  ETLS: 'The mail server speaks no TLS, and a password is not sent without',
  EENVELOPE: 'The mail server refuses the sender or your address: check from',
};

/** @returns what went wrong; null when the mail server has it. */
async function transmit(service: Service, server: MailServer, letter: Letter, id: string): Promise<unknown> {
  demandNoConnectionHeld('the mail server');
  const { env } = service;
  const looks = await brandingOf(service, letter.organizationId);
  const connection = connectionTo(server, env.fetchAllow);
  try {
    await connection.sendMail({
      from: server.from,
      // As an object, so that an address is never read as a list of them.
      to: { name: '', address: letter.to },
      ...(server.replyTo === null ? {} : { replyTo: server.replyTo }),
      subject: letter.subject,
      text: asText(letter, looks),
      html: asHtml(letter, looks),
      // The same each time it is tried: a mailbox knows a mail that came twice.
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

/** The job: sends one mail. What can't be sent ever is dropped, and the log says so; what may be sent later throws. */
export async function deliverMail(service: Service, data: Record<string, unknown>): Promise<void> {
  const { log, db } = service;
  const text = typeof data.sealed === 'string' ? unseal(sealKey(service), data.sealed) : null;
  if (text === null) {
    log.warn('a mail was dropped: it was sealed with another SECRET');
    return;
  }
  const letter = JSON.parse(text) as Letter;
  const organization = letter.organizationId;
  const server = await mailServerOf(service, db, organization);
  if (!server) {
    log.warn({ organization }, 'a mail was dropped: e-mail is no longer set up');
    return;
  }
  const error = await transmit(service, server, letter, typeof data.id === 'string' ? data.id : randomUUID());
  if (!error) return;
  const about = whatFailed(error);
  if (about.isFinal) {
    log.warn({ organization, ...about }, 'a mail was dropped: the mail server will not take it');
    return;
  }
  // Words of its own: those of the mail server may repeat what was sent.
  throw new Error(
    `The mail server could not be used (${about.code}${about.status ? ` ${about.status}` : ''}).`,
  );
}

/** nodemailer's word for what failed, and the server's status (RFC 5321, section 4.2): a 5xx to an address or a mail is for ever. */
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
