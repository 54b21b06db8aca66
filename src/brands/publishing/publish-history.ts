// The changes of the latest publishes, by name. A publish never changes, so they are worked out once and kept in memory; the states they
// come from are large, and read one after the other.
import { LRUCache } from 'lru-cache';
import { statement, type Db } from '../../core/db/pool.ts';
import type { Audience } from '../pages/schemas.ts';
import { namedChanges, type NamedChanges } from './named-changes.ts';
import { maxUpdates } from './publish.ts';
import type { BrandState } from './state.ts';

const published = statement(
  'publish:numbers',
  'select number from marque.brand_versions where brand_id = $1 and published_at is not null order by number desc limit $2',
);
const stateOf = statement(
  'publish:state',
  'select state from marque.brand_versions where brand_id = $1 and number = $2',
);

const keptBytes = 16 * 1024 * 1024;
const kept = new LRUCache<string, NamedChanges>({
  maxSize: keptBytes,
  sizeCalculation: (changes) => JSON.stringify(changes).length,
});

/** What each of a brand's latest publishes changed for an audience, by version; at most 20. */
export async function publishHistory(
  db: Db,
  brandId: string,
  audience: Audience,
): Promise<Map<number, NamedChanges>> {
  const rows = await db.query<{ number: number }>(published, [brandId, maxUpdates + 1]);
  const numbers = rows.map(({ number }) => number);
  let last: { number: number; state: BrandState } | null = null;
  const read = async (number: number): Promise<BrandState | null> => {
    if (last?.number === number) return last.state;
    const [row] = await db.query<{ state: BrandState }>(stateOf, [brandId, number]);
    if (row) last = { number, state: row.state };
    return row?.state ?? null;
  };
  const history = new Map<number, NamedChanges>();
  for (const [index, number] of numbers.slice(0, maxUpdates).entries()) {
    const previous = numbers[index + 1];
    const key = `${brandId}:${previous ?? ''}:${number}:${audience}`;
    let changes = kept.get(key);
    if (!changes) {
      const after = await read(number);
      const before = previous === undefined ? null : await read(previous);
      if (!after) continue;
      kept.set(key, (changes = namedChanges(before, after, audience)));
    }
    history.set(number, changes);
  }
  return history;
}
