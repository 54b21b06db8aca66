// Chooses the mail server and connects to it. An organization's admin isn't the server's operator: a host set by an organization is
// connected to like any user-supplied address, and never gets the operator's password.
import { createTransport, type SMTPTransportOptions, type Transporter } from 'nodemailer';
import type { Db } from '../db/pool.ts';
import { statement } from '../db/pool.ts';
import { dialGuarded } from '../net/guarded-fetch.ts';
import type { Service } from '../service.ts';
import { email } from '../settings/definitions.ts';
import { resolvedSetting } from '../settings/read.ts';

export interface MailServer {
  host: string;
  port: number;
  auth: { user: string; pass: string } | null;
  from: string;
  replyTo: string | null;
  /** True if host or port were set by the organization and not by the operator. */
  guarded: boolean;
}

/** @param organizationId null: the server's own, from the environment. Returns null if no email can be sent. */
export async function mailServerOf(
  service: Service,
  db: Db,
  organizationId: string | null,
): Promise<MailServer | null> {
  const { value, sources } = await resolvedSetting(service, db, email, { organizationId, workspaceId: null });
  const { enabled, host, port, user, password, from, replyTo } = value;
  if (enabled === false || host === null || from === null) return null;
  const guarded = sources.host === 'organization' || sources.port === 'organization';
  const isOurs = (property: 'user' | 'password'): boolean => !guarded || sources[property] === 'organization';
  return {
    host,
    port,
    auth:
      user !== null && password !== null && isOurs('user') && isOurs('password')
        ? { user, pass: password }
        : null,
    from,
    replyTo,
    guarded,
  };
}

/** Whether email can be sent for an organization; null: by the server itself. */
export async function isMailSetUp(service: Service, db: Db, organizationId: string | null): Promise<boolean> {
  return (await mailServerOf(service, db, organizationId)) !== null;
}

const onlyOrganization = statement('mail:only-organization', 'select id from payload.organizations limit 2');

/**
 * Who sends emails that give access to an account (password resets): the server itself, or the only organization. Never one of several: its
 * admin could read them and take over accounts with access elsewhere. Null: no one can.
 */
export async function accountMailer(
  service: Service,
  db: Db,
): Promise<{ organizationId: string | null } | null> {
  if (await isMailSetUp(service, db, null)) return { organizationId: null };
  const [only, another] = await db.query<{ id: string }>(onlyOrganization);
  if (!only || another || !(await isMailSetUp(service, db, only.id))) return null;
  return { organizationId: only.id };
}

/** A mail server that doesn't respond must not block others for long. */
const connectMs = 10_000;
const silenceMs = 30_000;

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);

/** A connection for one email. */
export function connectionTo(server: MailServer, allow: readonly string[]): Transporter {
  const { host, port, auth, guarded } = server;
  const options: SMTPTransportOptions = {
    host,
    port,
    secure: port === 465,
    // Passwords are only sent unencrypted if the operator wants it.
    requireTLS: auth !== null && guarded,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  if (auth) options.auth = auth;
  // Local connections can't be intercepted; local mail servers use self-signed certificates.
  if (isLoopback(host)) options.tls = { rejectUnauthorized: false };
  if (guarded) {
    options.getSocket = (_, callback) => {
      dialGuarded({ host, port, allow, timeoutMs: connectMs }).then(
        (connection) => {
          callback(null, { connection });
        },
        (error: unknown) => {
          callback(error instanceof Error ? error : new Error(String(error)), false);
        },
      );
    };
  }
  return createTransport(options);
}
