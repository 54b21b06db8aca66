'use client';
// The keys of the workspace, and what waits for review from each.
import { changesTo, useLive } from '../client/live.ts';
import { useMe } from '../client/me.tsx';
import { useOperation } from '../client/useOperation.ts';

/** What is waiting changes with the proposals on these, and the scope of agents with the settings. */
const shown = changesTo('key', 'asset', 'brand', 'workspace', 'organization');

export function useKeys() {
  const me = useMe();
  const { data: keys, problem, again } = useOperation('list_keys', me?.workspace ? {} : null);
  useLive(shown, again);
  return { me, keys, problem, again };
}
