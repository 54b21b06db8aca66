// Access to portals: who is let in, and as which audience. Everything shown to a visitor starts here.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '../core/access/ids.ts';
import { rankOf } from '../core/access/ladder.ts';
import { rulesOf, rulesSql, type RulesRow } from '../assets/delivery/rendition-rules.ts';
import type { RenditionRules } from '../assets/delivery/transform.ts';
import { languageOfVisit } from '../assets/languages/visitor-language.ts';
import type { Audience } from '../brands/pages/schemas.ts';
import { statement } from '../core/db/pool.ts';
import type { Context } from '../core/operation.ts';
import { ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { wantsPage } from '../sharing/document.tsx';
import { visitorCookie, passIn, sealPass, type PassCookie } from '../sharing/passes.ts';
import { passwordOpens } from '../sharing/passwords.ts';
import type { AccessMode } from '../sharing/schemas.ts';
import { isServerSlug } from '../sharing/slugs.ts';
import { deriveKey } from '../core/storage/signing.ts';
import { previewedAs } from './preview-as.ts';
import type { PortalBrand } from './published.ts';
import { idsIn } from './queries.ts';
import { plainTheme } from './rules.ts';
import type { PortalTheme, Preset } from './schemas.ts';
import { signInTheme } from './theme.ts';

/** A portal in its current state, for any visitor. */
export interface PortalFacts {
  id: string;
  workspaceId: string;
  organizationId: string;
  slug: string;
  name: string;
  intro: string | null;
  terms: string | null;
  access: AccessMode;
  expiresAt: Date | null;
  /** By the database's clock. */
  closed: boolean;
  indexed: boolean;
  theme: PortalTheme;
  presets: Preset[];
  /** In the settings of its workspace. */
  renditionRules: RenditionRules;
  /** The version of its password; null if it has none. */
  passwordVersion: number | null;
  /** The existing collections that aren't private, in the portal's order. */
  brands: PortalBrand[];
  collections: { id: string; name: string; icon: string | null }[];
}

/** A portal, and the audience this visitor reads it as. */
export interface EnteredPortal extends PortalFacts {
  audience: Audience;
  /** The language that its assets are read in; null: the default. */
  language: string | null;
  /** That language where the address asks for it, which its links carry on; null: the browser's, or the default. */
  lang: string | null;
  /** True for someone who manages it and looks at it as that audience does. */
  isPreview?: boolean;
}

// Brands of a portal `y`, in its order: those that exist and aren't private.
export const brandsShownSql = `(select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'slug', b.slug, 'name', b.name, 'version', v.number, 'hash', v.hash,
         'publishedAt', v.published_at) order by e.at), '[]')
       from ${idsIn('y.brands')} join payload.brands b on b.id = e.id::uuid and b.workspace_id = y.workspace_id
       left join lateral (select u.number, u.hash, u.published_at from marque.brand_versions u
         where u.brand_id = b.id and u.published_at is not null order by u.number desc limit 1) v on true
       where b.private is not true)`;
export const collectionsShownSql = `(select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'icon', k.icon) order by e.at), '[]')
       from ${idsIn('y.collections')} join payload.collections k on k.id = e.id::uuid and k.workspace_id = y.workspace_id
       where k.effective_private is not true)`;

const bySlug = statement(
  'portals:by-slug',
  `select y.id, y.workspace_id as "workspaceId", w.organization_id as "organizationId", y.slug, y.name, y.intro, y.terms, y.access::text as access,
     y.expires_at as "expiresAt", coalesce(y.expires_at <= now(), false) as closed, coalesce(y.indexed, false) as indexed, y.theme,
     coalesce(y.presets, '[]') as presets, x.version as "passwordVersion",
     ${brandsShownSql} as brands, ${collectionsShownSql} as collections, ${rulesSql}
   from payload.portals y join payload.workspaces w on w.id = y.workspace_id cross join lateral (select w.id as workspace_id, w.organization_id) t left join marque.portal_passwords x on x.portal_id = y.id where y.slug = $1`,
);

type FactsRow = Omit<PortalFacts, 'theme' | 'brands' | 'renditionRules'> &
  RulesRow & {
    theme: Partial<PortalTheme> | null;
    brands: (Omit<PortalBrand, 'publishedAt'> & { publishedAt: string | null })[];
  };

/** @throws ApiError not_found; gone if it is closed. */
export async function portalAt(service: Service, slug: string): Promise<PortalFacts> {
  const portal = await anyPortalAt(service, slug);
  if (portal.closed) throw closedPortal();
  return portal;
}

const closedPortal = (): ApiError =>
  new ApiError('gone', 'This portal is closed. Ask the person who gave you the address.');

/** A portal, closed or not. @throws ApiError not_found */
export async function anyPortalAt(service: Service, slug: string): Promise<PortalFacts> {
  const [row] = isServerSlug(slug) ? await service.db.query<FactsRow>(bySlug, [slug]) : [];
  if (!row) throw noPortal();
  return {
    ...row,
    theme: { ...plainTheme, ...row.theme },
    renditionRules: rulesOf(row),
    brands: row.brands.map((brand) => ({
      ...brand,
      publishedAt: brand.publishedAt === null ? null : new Date(brand.publishedAt),
    })),
  };
}

export const noPortal = (): ApiError =>
  new ApiError('not_found', "Portal not found, or you don't have access.");

/**
 * What a visitor was let in with, as stored in the cookie: a version of the password, or an approved request.
 */
export type Pass = { version: number } | { request: string };

/** One cookie per portal: several can be open in one browser. */
const cookieAt = (service: Service, portalId: string): PassCookie => ({
  origin: service.env.serverUrl,
  name: `mq_portal_${portalId}`,
});

/** Set-Cookie for visitors who were let in. */
export function passCookie(service: Service, portal: Pick<PortalFacts, 'id'>, pass: Pass): string {
  return visitorCookie(
    cookieAt(service, portal.id),
    sealPass(service, 'portal', { portal: portal.id, ...pass }),
  );
}

const approved = statement(
  'portals:approved',
  `select expires_at from marque.portal_requests where id = $1 and portal_id = $2 and status = 'approved' and expires_at > now()`,
);

/** When an approved request expires; null if it isn't valid. */
async function approvedUntil(service: Service, portalId: string, requestId: string): Promise<Date | null> {
  const [row] = await service.db.query<{ expires_at: Date }>(approved, [requestId, portalId]);
  return row?.expires_at ?? null;
}

function macOfRequest(service: Service, portalId: string, requestId: string, expiresAt: Date): string {
  // Length-prefixed, as for delivery, so that no field can run into the next.
  const message = JSON.stringify([portalId, requestId, expiresAt.getTime()]);
  return createHmac('sha256', deriveKey(service.secret, 'portal-key')).update(message).digest('base64url');
}

/**
 * The key of an approved request, which opens the portal until it expires. Signed rather than stored: a new
 * approval has a new key.
 */
export function requestKey(service: Service, portalId: string, requestId: string, expiresAt: Date): string {
  return `${requestId}.${macOfRequest(service, portalId, requestId, expiresAt)}`;
}

/** The request of a key; null if the key doesn't open this portal, or no longer does. */
export async function requestOfKey(service: Service, portalId: string, key: string): Promise<string | null> {
  const [id = '', mac = ''] = key.split('.');
  if (!isId(id)) return null;
  const until = await approvedUntil(service, portalId, id);
  if (!until) return null;
  const given = Buffer.from(mac);
  const expected = Buffer.from(macOfRequest(service, portalId, id.toLowerCase(), until));
  return given.length === expected.length && timingSafeEqual(given, expected) ? id.toLowerCase() : null;
}

/**
 * Checks a password for a portal, and counts it if it is wrong.
 *
 * @returns what to store in the visitor's cookie; null if it is wrong.
 * @throws ApiError rate_limited
 */
export async function tryPassword(
  service: Service,
  portal: Pick<PortalFacts, 'id'>,
  password: string,
  address: string,
): Promise<Pass | null> {
  const version = await passwordOpens(service.db, { kind: 'portal', id: portal.id }, password, address);
  return version === null ? null : { version };
}

/** True if the visitor's key or cookie still opens the portal. */
async function holdsPass(service: Service, portal: PortalFacts, headers: Headers): Promise<boolean> {
  const key = headers.get('x-portal-key');
  if (key !== null && (await requestOfKey(service, portal.id, key)) !== null) return true;
  const pass = passIn<Pass & { portal: string }>(service, 'portal', cookieAt(service, portal.id), headers);
  if (pass?.portal !== portal.id) return false;
  if ('request' in pass) return (await approvedUntil(service, portal.id, pass.request)) !== null;
  return portal.access === 'password' && pass.version === portal.passwordVersion;
}

/** The error for a portal that needs a password: interface 7. */
async function wantsPassword(service: Service, portal: PortalFacts, message: string): Promise<ApiError> {
  const theme = await signInTheme(service, portal);
  return new ApiError('password', message, { name: portal.name, access: 'password', theme });
}

/**
 * Lets a visitor in. Wrong passwords are counted by their address.
 *
 * @throws ApiError not_found, gone, password, unauthorized, rate_limited
 */
export async function enterPortal(
  { service, request, caller, accessTo }: Pick<Context, 'service' | 'request' | 'caller' | 'accessTo'>,
  slug: string,
): Promise<EnteredPortal> {
  const portal = await anyPortalAt(service, slug);
  const previewed = await previewedAs({ request, caller, accessTo }, portal);
  const { workspaceId } = portal;
  const isPage = wantsPage(request.headers);
  const read = () => languageOfVisit(service, service.db, workspaceId, request, isPage);
  if (previewed) return { ...portal, audience: previewed, ...(await read()), isPreview: true };
  if (portal.closed) throw closedPortal();
  const isKnown = caller.kind !== 'nobody';
  const isMember =
    isKnown && rankOf((await accessTo({ workspace: portal.workspaceId })).scope) >= rankOf('read');
  const pass = await holdsPass(service, portal, request.headers);
  const as = async (audience: Audience): Promise<EnteredPortal> => ({
    ...portal,
    audience: isMember ? 'members' : audience,
    ...(await read()),
  });
  if (portal.access === 'public') return as(pass ? 'partners' : 'everyone');
  if (pass) return as('partners');
  if (portal.access === 'members') {
    if (isMember) return as('members');
    if (isKnown) throw noPortal();
    throw new ApiError('unauthorized', 'This portal is for members. Sign in, or request access on its page.');
  }
  const password = request.headers.get('x-portal-password');
  if (password === null)
    throw await wantsPassword(service, portal, 'This portal has a password. Send it as X-Portal-Password.');
  if (!(await tryPassword(service, portal, password, request.address)))
    throw await wantsPassword(service, portal, 'Wrong password. Check it, or ask for it again.');
  return as('partners');
}
