'use client';
// The resources that the viewer can grant access to: the organization, workspaces, and the current workspace's brands and collections.
import { useEffect, useState } from 'react';
import type { Resource } from '../../core/access/ladder.ts';
import { call } from './operations.ts';
import type { Who } from './me.tsx';
import { reading } from './reading.ts';

export interface Grantable {
  resource: Resource;
  id: string;
  name: string;
}

/** Widest first. Empty if the viewer can't grant anything. */
export function useGrantables(me: Who | null): Grantable[] {
  const [inside, setInside] = useState<{ of: string; grantables: Grantable[] } | null>(null);
  const workspaceId = me?.scope === 'admin' ? (me.workspace?.id ?? null) : null;

  useEffect(() => {
    if (!workspaceId) return;
    // The workspaces are still offered.
    return reading(
      (signal) =>
        Promise.all([call('list_brands', {}, { signal }), call('list_collections', {}, { signal })]),
      ([brands, collections]) => {
        const grantables = [
          ...brands.data.map(({ id, name }) => ({ resource: 'brand' as const, id, name })),
          ...collections.data.map(({ id, name }) => ({ resource: 'collection' as const, id, name })),
        ];
        setInside({ of: workspaceId, grantables });
      },
    );
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
