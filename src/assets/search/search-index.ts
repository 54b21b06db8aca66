// The search index of one workspace, in memory, for counting: facets over 93,000 matches take SQL 200 ms and this a few. PostgreSQL is the
// source of truth: the index is filled from it and follows its change feed. It only says which assets match and how many; the page
// itself is read by SQL that checks access again.
import { AssetColumns, type IndexRow } from './asset-columns.ts';
import { countFacets, type Facets } from './asset-facets.ts';
import { inStates, matchingInAnyState } from './asset-filters.ts';
import { pageOf, type Page } from './asset-order.ts';
import type { Viewer } from './asset-visibility.ts';
import { dayNumber, type SearchQuery } from './search-query.ts';
import type { TextMatches } from './text-matches.ts';

/** The result of a search. Immutable, because it may be returned again. */
export interface Found extends Page {
  total: number;
  facets: Facets;
}

/** The matches of a search: newest first, unless they were found by words. */
interface Matches {
  /** The caller, the day and the query without sort and page. */
  key: string;
  found: Uint32Array;
  facets: Facets;
}

/** Results that an index caches: each is a page of ids and its facets, up to some 20 KB. */
const maxCached = 32;

export class WorkspaceIndex {
  private readonly columns = new AssetColumns();
  /** Results since the last change, the least recently used first. */
  private readonly cached = new Map<string, Found>();
  /** The last matches: the next page of the same search is a slice of them. */
  private matches: Matches | null = null;
  /** What the last words were found in, for the next page of the same search. */
  private texts: { words: string; of: TextMatches } | null = null;
  /** Grows with every change. */
  changes = 0;
  /** Searches that were answered with the result of an earlier one. */
  hits = 0;

  /** Whether any asset has words of its file. */
  get hasTexts(): boolean {
    return this.columns.texts > 0;
  }

  /** The number of assets. */
  get size(): number {
    return this.columns.slots.live;
  }

  /** True once so many assets changed that a rebuild is worth it. */
  get isWorn(): boolean {
    return this.columns.slots.isWorn;
  }

  /** Bytes of the columns and postings; not of dictionaries (words, tags, field values). */
  get bytes(): number {
    return this.columns.bytes + (this.matches?.found.byteLength ?? 0);
  }

  /** Removes an asset. */
  remove(id: string): void {
    if (this.columns.remove(id)) this.forgetResults();
  }

  /** Adds or replaces an asset. */
  put(row: IndexRow): void {
    this.forgetResults();
    this.columns.put(row);
  }

  /** Ends the first load, whose rows must have come oldest first. */
  seal(): void {
    this.columns.seal();
  }

  /**
   * Runs a search. Results are cached until something changes, because everyone who opens the library runs the same one.
   *
   * @param today `YYYY-MM-DD`, UTC: assets expire without being written.
   * @param textsOf finds what has the words inside its file; called if that isn't known, and any asset has such words
   */
  async search(
    query: SearchQuery,
    viewer: Viewer,
    today: string,
    textsOf: (words: readonly string[]) => Promise<TextMatches>,
  ): Promise<Found> {
    const key = JSON.stringify([today, viewer, query]);
    const known = this.cached.get(key);
    if (known) {
      this.hits += 1;
      this.cached.delete(key);
      this.cached.set(key, known);
      return known;
    }
    const before = this.changes;
    const words = query.words.join(' ');
    let texts: TextMatches = [];
    if (words !== '' && this.hasTexts)
      texts = this.texts?.words === words ? this.texts.of : await textsOf(query.words);
    const found = this.run(query, viewer, today, texts);
    // Else what was read of the texts may be older than the index is now.
    if (before === this.changes) {
      this.texts = { words, of: texts };
      this.keep(key, found);
    }
    return found;
  }

  private keep(key: string, found: Found): void {
    if (this.cached.size >= maxCached) this.cached.delete(this.cached.keys().next().value ?? '');
    this.cached.set(key, found);
  }

  private run(query: SearchQuery, viewer: Viewer, today: string, texts: TextMatches): Found {
    const key = JSON.stringify([
      today,
      viewer,
      { ...query, sort: null, limit: null, offset: null, after: null },
    ]);
    const matches = this.matches?.key === key ? this.matches : this.match(key, query, viewer, today, texts);
    // Matches by words and colors are sorted by scores that the next search overwrites.
    this.matches = query.words.length > 0 || query.color ? null : matches;
    const { found, facets } = matches;
    return { total: found.length, ...pageOf(this.columns, found, query), facets };
  }

  private match(key: string, query: SearchQuery, viewer: Viewer, today: string, texts: TextMatches): Matches {
    const day = dayNumber(today);
    const left = matchingInAnyState(this.columns, query, viewer, day, texts);
    const { found, stateCounts } = inStates(left, this.columns.statesOn(day), query.states);
    return {
      key,
      // A copy: the next search overwrites the list.
      found: found.slice(),
      facets: countFacets(this.columns, found, stateCounts, query.facetKeys),
    };
  }

  private forgetResults(): void {
    this.changes += 1;
    this.cached.clear();
    this.matches = null;
    this.texts = null;
  }
}
