'use client';
// The portals of the workspace, in place of Payload's list.
import type { ListViewClientProps } from 'payload';
import { changesTo, useLive } from '../client/live.ts';
import { useOperation } from '../client/useOperation.ts';
import { SharedList } from '../sharing/SharedList.tsx';
import { moment } from '../ui/format.ts';

const shown = changesTo('portal');

function stateOf(expiresAt: string | null): string | null {
  if (expiresAt === null) return null;
  return Date.parse(expiresAt) <= Date.now() ? 'Closed' : `Open until ${moment(expiresAt)}`;
}

export function Portals(list: ListViewClientProps) {
  const { data, problem, again } = useOperation('list_portals', {});
  useLive(shown, again);
  return (
    <SharedList
      list={list}
      title="Portals"
      noun="portal"
      items={data?.map(({ expiresAt, ...portal }) => ({ ...portal, state: stateOf(expiresAt) })) ?? null}
      problem={problem}
      purpose="A portal shows brands and collections to people outside, such as the press or partners, at an address of its own."
    />
  );
}
