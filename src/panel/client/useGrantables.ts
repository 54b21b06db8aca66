'use client';
// The resources that the viewer can grant access to: the organization, workspaces, and the current workspace's brands and collections.
import { useEffect, useState } from 'react';
import type { Resource } from '../../core/access/ladder.ts';
import { call } from './api.ts';
import type { Who } from './me.tsx';

export interface Grantable {
  resource: Resource;
  id: string;
  name: string;
}

type Named = { id: string; name: string }[];

/** Widest first. Empty if the viewer can't grant anything. */
export function useGrantables(me: Who | null): Grantable[] {
  const [inside, setInside] = useState<{ of: string; grantables: Grantable[] } | null>(null);
  const workspaceId = me?.scope === 'admin' ? (me.workspace?.id ?? null) : null;

  useEffect(() => {
    if (!workspaceId) return;
    const controller = new AbortController();
    const { signal } = controller;
    const list = (resource: Resource, path: string): Promise<Grantable[]> =>
      call<{ data: Named }>('GET', path, { signal }).then(({ data }) =>
        data.map(({ id, name }) => ({ resource, id, name })),
      );
    Promise.all([list('brand', '/api/v1/brands'), list('collection', '/api/v1/collections')]).then(
      (lists) => {
        setInside({ of: workspaceId, grantables: lists.flat() });
      },
      () => undefined, // The workspaces are still offered.
    );
    return () => {
      controller.abort();
    };
  }, [workspaceId]);

  if (!me?.organization) return [];
  const { organization, organizationScope, workspaces } = me;
  return [
    ...(organizationScope === 'admin'
      ? [{ resource: 'organization' as const, id: organization.id, name: organization.name }]
      : []),
    ...workspaces
      .filter((one) => one.organization.id === organization.id && one.scope === 'admin')
      .map(({ id, name }) => ({ resource: 'workspace' as const, id, name })),
    ...(inside && inside.of === workspaceId ? inside.grantables : []),
  ];
}
