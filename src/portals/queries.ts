// Queries on portals for the people who manage them.
import type { Caller } from '../core/access/caller.ts';
import { readable } from '../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import { statement, type Db } from '../core/db/pool.ts';
import type { Env } from '../env.ts';
import { ApiError } from '../core/errors.ts';
import { addressOf, plainTheme } from './rules.ts';
import type { Portal, PortalTheme, Preset } from './schemas.ts';
import { collectionKind } from '../assets/grantable.ts';
import { brandKind } from '../brands/grantable.ts';

/** SQL: the ids in a json column with their order, as `e(id, at)`. */
export const idsIn = (column: string): string =>
  `jsonb_array_elements_text(case jsonb_typeof(${column}) when 'array' then ${column} else '[]' end) with ordinality e(id, at)`;

// `y` is the portal. References that are gone or hidden from the caller are left out.
const columns = `y.id, y.slug, y.name, y.intro, y.access::text as access, y.expires_at, y.theme, y.presets, y.terms,
    coalesce(y.indexed, false) as indexed, y.created_at, y.updated_at,
    (select coalesce(jsonb_agg(b.slug order by e.at), '[]') from ${idsIn('y.brands')}
      join payload.brands b on b.id = e.id::uuid and b.workspace_id = y.workspace_id where ${readable(brandKind, 'b')}) as brands,
    (select coalesce(jsonb_agg(k.id order by e.at), '[]') from ${idsIn('y.collections')}
      join payload.collections k on k.id = e.id::uuid and k.workspace_id = y.workspace_id where ${readable(collectionKind, 'k')}) as collections`;

const select = `${seenBy} select ${columns} from ${asSeen} join payload.portals y on y.workspace_id = t.id`;
const all = statement('portals:all', `${select} order by lower(y.name), y.id`);
const one = statement('portals:one', `${select} where y.id = $4`);

interface PortalRow {
  id: string;
  slug: string;
  name: string;
  intro: string | null;
  access: Portal['access'];
  expires_at: Date | null;
  theme: Partial<PortalTheme> | null;
  presets: Preset[] | null;
  terms: string | null;
  indexed: boolean;
  created_at: Date;
  updated_at: Date;
  brands: string[];
  collections: string[];
}

function toPortal(row: PortalRow, env: Env): Portal {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    intro: row.intro,
    access: row.access,
    expiresAt: row.expires_at?.toISOString() ?? null,
    theme: { ...plainTheme, ...row.theme },
    brands: row.brands,
    collections: row.collections,
    presets: row.presets ?? [],
    terms: row.terms,
    indexed: row.indexed,
    url: addressOf(env, row.slug),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The portals of a workspace, by name. */
export async function portalsOf(db: Db, env: Env, caller: Caller, workspaceId: string): Promise<Portal[]> {
  const rows = await db.query<PortalRow>(all, seenByValues(caller, workspaceId));
  return rows.map((row) => toPortal(row, env));
}

/** A portal that was authorized before or was just written. */
export async function portalNow(
  db: Db,
  env: Env,
  caller: Caller,
  workspaceId: string,
  id: string,
): Promise<Portal> {
  const [row] = await db.query<PortalRow>(one, [...seenByValues(caller, workspaceId), id]);
  if (!row) throw deleted();
  return toPortal(row, env);
}

const deleted = (): ApiError => new ApiError('not_found', 'This portal was just deleted.');

const held = statement(
  'portals:hold',
  `select id, access::text as access, theme, brands, collections, expires_at, clock_timestamp() as now from payload.portals where id = $1 for update`,
);

export interface HeldPortal {
  id: string;
  access: Portal['access'];
  theme: Partial<PortalTheme> | null;
  /** Ids. */
  brands: string[] | null;
  collections: string[] | null;
  expires_at: Date | null;
  /** By the clock of the database, which decides when a portal closes. */
  now: Date;
}

/**
 * Locks a portal until the transaction ends.
 *
 * @throws ApiError not_found
 */
export async function lockPortal(db: Db, id: string): Promise<HeldPortal> {
  const [row] = await db.query<HeldPortal>(held, [id]);
  if (!row) throw deleted();
  return row;
}
