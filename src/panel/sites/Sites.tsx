'use client';
// The sites of the workspace, in place of Payload's list.
import type { ListViewClientProps } from 'payload';
import { changesTo, useLive } from '../client/live.ts';
import { useOperation } from '../client/useOperation.ts';
import { SharedList } from '../sharing/SharedList.tsx';

const shown = changesTo('site');

export function Sites(list: ListViewClientProps) {
  const { data, problem, again } = useOperation('list_sites', {});
  useLive(shown, again);
  return (
    <SharedList
      list={list}
      title="Sites"
      noun="site"
      items={
        data?.map(({ live, ...site }) => ({
          ...site,
          state: live.length === 0 ? 'Nothing deployed' : null,
        })) ?? null
      }
      problem={problem}
      purpose="A site serves what you or your agents deploy, such as a landing page or a component library, at an address of its own."
    />
  );
}
