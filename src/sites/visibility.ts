// Access to sites: who is let in, the single-use code by which the app hands a visitor to a site's own host,
// and that host's cookie. The cookie names the session or the password version it was given for; both are
// checked on each request.
import { createHash, randomBytes } from 'node:crypto';
import { hasGrant } from '../core/access/grants/grant-sql.ts';
import { statement, type Db } from '../core/db/pool.ts';
import type { Service } from '../core/service.ts';
import { visitorCookie, passIn, sealPass, type PassCookie } from '../sharing/passes.ts';
import type { AccessMode } from '../sharing/schemas.ts';
import { isDomainOf } from '../domains/serving.ts';
import { originOf, originOfSite, placeOfLabel, type SiteAddress } from './rules.ts';

/** Reserved paths on a site's own host. Deployments have no dot files, so nothing can be shadowed. */
export const codePath = '/.marque/enter';
/** Where codes were exchanged before 0.2. While servers are upgraded one by one, the old ones still send visitors here. */
export const formerCodePath = '/.marque/door'; // cspell:disable-line

export interface GuardedSite {
  id: string;
  slug: string;
  name: string;
  access: AccessMode;
  /** Null if it has none. */
  version: number | null;
}

const bySlug = statement(
  'visibility:site',
  `select s.id, s.slug, s.name, s.access, p.version from payload.sites s left join marque.site_passwords p on p.site_id = s.id where s.slug = $1`,
);

/** The site at the first label of a host. A preview is a site for members, with that label as its slug. */
export async function siteVisibility(db: Db, label: string): Promise<GuardedSite | null> {
  const { slug, preview } = placeOfLabel(label);
  const [site] = await db.query<GuardedSite>(bySlug, [slug]);
  if (!site) return null;
  return preview === null ? site : { ...site, slug: label, access: 'members', version: null };
}

/** SQL: the person of an active session ($user, $session) may read the workspace of site `s`. */
export const mayRead = (
  user: string,
  session: string,
): string => `(exists (select 1 from payload.users_sessions x
    where x._parent_id = ${user} and x.id = ${session} and x.expires_at > now())
  and exists (select 1 from payload.workspaces w where w.id = s.workspace_id and ${hasGrant(user, ['w.id', 'w.organization_id'])}))`;

const isMember = statement(
  'visibility:member',
  `select ${mayRead('$2::uuid', '$3::text')} as member from payload.sites s where s.id = $1`,
);

/** What a visitor was let in with: their session, or a version of the password. */
export type Pass = { userId: string; sessionId: string } | { version: number };

export async function sessionMayRead(
  db: Db,
  siteId: string,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const [row] = await db.query<{ member: boolean }>(isMember, [siteId, userId, sessionId]);
  return row?.member ?? false;
}

const codeSeconds = 60;
const addCode = statement(
  'visibility:add-code',
  `insert into marque.site_codes (code_hash, site_id, user_id, session_id, password_version, expires_at)
   values ($1, $2, $3, $4, $5, now() + interval '${codeSeconds} seconds')`,
);
const spendCode = statement(
  'visibility:spend-code',
  `delete from marque.site_codes c using payload.sites s where c.code_hash = $1 and s.id = c.site_id and s.slug = $2
   returning c.site_id, c.user_id, c.session_id, c.password_version, c.expires_at > now() as fresh`,
);

const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url');

/** Always a path of this site, never another origin. */
export function pathWithin(origin: string, asked: string): string {
  if (!asked.startsWith('/') || !URL.canParse(asked, origin)) return '/';
  const url = new URL(asked.replace(/^[/\\]+/, '/'), origin);
  return url.origin === origin ? `${url.pathname}${url.search}` : '/';
}

/**
 * The origin that a visitor is sent back to: a custom domain only if it is one of this site's, or else anybody could have codes sent to a
 * host of theirs.
 * @param host the domain that they come from; empty for the site's own host
 */
export async function originAsked(
  { env }: Pick<Service, 'env'>,
  db: Db,
  site: GuardedSite,
  host: string,
): Promise<string> {
  const isTheirs = host !== '' && (await isDomainOf(db, { kind: 'site', id: site.id }, host));
  return isTheirs ? originOf(env, { label: site.slug, domain: host }) : originOfSite(env, site.slug);
}

/** Where to redirect a visitor who was let in: the site's own origin, with a single-use code. */
export async function handOver(
  service: Service,
  site: GuardedSite,
  pass: Pass,
  { origin, to }: { origin: string; to: string },
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const [userId, sessionId, version] =
    'version' in pass ? [null, null, pass.version] : [pass.userId, pass.sessionId, null];
  await service.db.query(addCode, [hashOf(code), site.id, userId, sessionId, version]);
  const query = new URLSearchParams({ code, to: pathWithin(origin, to) });
  return `${origin}${codePath}?${query}`;
}

interface SpentCode {
  site_id: string;
  user_id: string | null;
  session_id: string | null;
  password_version: number | null;
  fresh: boolean;
}

/**
 * Exchanges a code for the value of the site's cookie; null if it was used, has expired, or belongs to
 * another site.
 */
export async function swapCode(service: Service, label: string, code: string): Promise<string | null> {
  const [row] = await service.db.query<SpentCode>(spendCode, [hashOf(code), placeOfLabel(label).slug]);
  if (!row?.fresh) return null;
  const pass: Pass =
    row.user_id !== null
      ? { userId: row.user_id, sessionId: row.session_id ?? '' }
      : { version: row.password_version ?? 0 };
  return sealPass(service, 'site', { site: row.site_id, ...pass });
}

const cookieAt = (service: Service, address: SiteAddress): PassCookie => ({
  origin: originOf(service.env, address),
  name: 'mq_site',
});

/** Set-Cookie for this host of the site only. */
export const setCookie = (service: Service, address: SiteAddress, pass: string): string =>
  visitorCookie(cookieAt(service, address), pass);

/** The valid pass in a request's cookie, with its site; null if there is none. */
export function passOf(
  service: Service,
  address: SiteAddress,
  headers: Headers,
): (Pass & { site: string }) | null {
  return passIn(service, 'site', cookieAt(service, address), headers);
}
