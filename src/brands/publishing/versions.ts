// Versions of a brand: every write creates one, or extends the one its actor created less than ten minutes
// ago.
import type { Actor } from '../../core/access/actor.ts';
import { nameOf } from '../../core/access/caller.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { canonical, hashOf, type BrandState } from './state.ts';

const last = statement(
  'versions:last',
  `select number, hash, summary, published_at is null and name is null and created_at > now() - interval '10 minutes' as open,
     actor_kind, actor_id from marque.brand_versions where brand_id = $1 order by number desc limit 1`,
);
const extend = statement(
  'versions:extend',
  `update marque.brand_versions set state = $3, hash = $4, summary = $5, updated_at = date_trunc('milliseconds', clock_timestamp())
   where brand_id = $1 and number = $2`,
);
const add = statement(
  'versions:add',
  `insert into marque.brand_versions (brand_id, number, state, hash, summary, actor_kind, actor_id, actor_name)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

interface LastRow {
  number: number;
  hash: string;
  summary: string;
  open: boolean;
  actor_kind: string;
  actor_id: string | null;
}

const maxSummary = 300;

/** The author of a version, as stored. */
export function authorOf(actor: Pick<Actor, 'caller' | 'system'>): {
  kind: string;
  id: string | null;
  name: string;
} {
  if (actor.system) return { kind: 'system', id: null, name: 'Marque' };
  const { caller } = actor;
  return { kind: caller.kind, id: caller.kind === 'nobody' ? null : caller.id, name: nameOf(caller) };
}

/**
 * Saves a state as the brand's last version. The brand must be locked.
 *
 * @param summary what was done, in a few words for the history.
 * @param apart true: always a new version, whoever made the last one (when restoring).
 * @returns the number of the version with the state; the last one's if it is identical.
 */
export async function keepVersion(
  db: Db,
  brandId: string,
  actor: Pick<Actor, 'caller' | 'system'>,
  state: BrandState,
  summary: string,
  apart = false,
): Promise<number> {
  const hash = hashOf(state);
  const [before] = await db.query<LastRow>(last, [brandId]);
  if (before?.hash === hash) return before.number;
  const author = authorOf(actor);
  const own = before?.open && before.actor_kind === author.kind && before.actor_id === author.id;
  if (before && own && !apart) {
    const combined = before.summary.includes(summary) ? before.summary : `${before.summary}; ${summary}`;
    await db.query(extend, [brandId, before.number, canonical(state), hash, combined.slice(0, maxSummary)]);
    return before.number;
  }
  const number = (before?.number ?? 0) + 1;
  await db.query(add, [
    brandId,
    number,
    canonical(state),
    hash,
    summary.slice(0, maxSummary),
    author.kind,
    author.id,
    author.name,
  ]);
  return number;
}

const live = statement(
  'versions:live-mark',
  `select number, hash from marque.brand_versions where brand_id = $1 and published_at is not null order by number desc limit 1`,
);

/** Number and hash of the published version; null before the first publish. */
export async function liveMark(db: Db, brandId: string): Promise<{ number: number; hash: string } | null> {
  const [row] = await db.query<{ number: number; hash: string }>(live, [brandId]);
  return row ?? null;
}
