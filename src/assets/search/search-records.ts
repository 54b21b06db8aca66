// The records of a page as JSON, cached until the change feed mentions them: serializing a hundred records takes the database longer
// than the rest of a search. Access is checked again for every page.
import { LRUCache } from 'lru-cache';
import type { Query } from '../../core/operation.ts';
import type { Pictured } from '../delivery/thumbnails.ts';
import { pageQuery } from './search-sql.ts';

/** Of all workspaces of a process together; some fifty thousand records. */
const maxBytes = 64 * 1024 * 1024;

interface Kept {
  json: string;
  /** The day it was serialized: an asset expires without being changed. */
  day: string;
}

interface PageRow {
  places: number[] | null;
  records: (string | null)[] | null;
  shared: boolean[] | null;
  pictures: Pictured[] | null;
}

export interface RecordPage {
  /** With commas between. */
  records: string;
  /** Each one's picture, if it was asked for: never kept, as it is the caller's own. */
  pictures: readonly Pictured[];
}

/** Records by asset id, as everybody who may read the asset sees them. */
export class KeptRecords {
  private readonly kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    // Characters of one byte, a few for the entry itself.
    sizeCalculation: ({ json }) => json.length + 200,
  });
  /** Grows with every change that is followed: what was asked for before one may be older than it. */
  private changes = 0;

  /** Forgets assets that have changed. */
  forget(ids: readonly string[]): void {
    this.changes += 1;
    for (const id of ids) this.kept.delete(id);
  }

  forgetAll(): void {
    this.changes += 1;
    this.kept.clear();
  }

  /**
   * The records of a page in the order of the ids: those that the caller may see now.
   *
   * @param ask runs a query on the caller's workspace, checking access again.
   * @param day `YYYY-MM-DD`, UTC, of the search.
   * @param pictured whether their pictures are wanted
   */
  async page(
    ids: readonly string[],
    day: string,
    ask: (row: Query, values: readonly unknown[]) => Promise<Record<string, unknown> | null>,
    pictured: boolean,
  ): Promise<RecordPage> {
    if (ids.length === 0) return { records: '', pictures: [] };
    const known = ids.map((id) => {
      const kept = this.kept.get(id);
      return kept?.day === day ? kept.json : null;
    });
    const before = this.changes;
    const row = (await ask(pageQuery, [
      ids,
      known.map((json) => json === null),
      ids.filter((_, index) => known[index] === null),
      pictured,
    ])) as unknown as PageRow | null;
    let page = '';
    for (const [index, place] of (row?.places ?? []).entries()) {
      const written = row?.records?.[index] ?? null;
      const json = written ?? known[place - 1] ?? '';
      page += page === '' ? json : `,${json}`;
      const id = ids[place - 1];
      // A change that was followed meanwhile may be newer than what was read: then the next page reads it again.
      if (written !== null && id && row?.shared?.[index] && before === this.changes)
        this.kept.set(id, { json: written, day });
    }
    return { records: page, pictures: row?.pictures ?? [] };
  }
}
