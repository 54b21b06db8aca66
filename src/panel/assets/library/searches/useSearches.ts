'use client';
// The saved searches of the workspace, as they are saved and deleted, here or by others.
import type { SavedSearch } from '../../../../assets/search/searches.ts';
import { changesTo, useLive } from '../../../client/live.ts';
import { useOperation } from '../../../client/useOperation.ts';

export interface Searches {
  /** Null until loaded. */
  searches: readonly SavedSearch[] | null;
  reload: () => void;
}

const shown = changesTo('search', 'collection');

export function useSearches(): Searches {
  const { data, again } = useOperation('list_searches', {});
  useLive(shown, again);
  return { searches: data, reload: again };
}
