'use client';
// The signed-in person, their workspaces and policy, loaded once for the whole panel.
import { useAuth } from '@payloadcms/ui';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import type { Scope } from '../../core/access/ladder.ts';
import type { Me } from '../../core/access/schemas.ts';
import type { Policy } from '../../core/settings/schemas.ts';
import { useLiveConnection } from './live.ts';
import { urlOf } from './operations.ts';
import { keyOf } from './query-cache.ts';
import { useOperation } from './useOperation.ts';

export type Who = (typeof Me)['_output'];

const MeContext = createContext<Who | null>(null);
const PolicyContext = createContext<Policy | null>(null);

/** The person and their workspace; null until loaded, and while signed out. */
export function useMe(): Who | null {
  return use(MeContext);
}

/** What to offer the person in their workspace; null until loaded. */
export function usePolicy(): Policy | null {
  return use(PolicyContext);
}

const ranks = { read: 1, propose: 2, write: 3, admin: 4 } as const satisfies Record<Scope, number>;

/** @param scope the lowest on the workspace that it takes; null: any access to it */
export function isAllowed({ scope: own }: Who, scope: Scope | null): boolean {
  return scope === null || (own !== null && ranks[own] >= ranks[scope]);
}

const ofPerson = ['get_me', 'get_policy'] as const;

export function MeProvider({ children }: { children?: ReactNode }) {
  const { user } = useAuth();
  const userId = user?.id ?? null;
  // The panel works without these: it just can't name the workspace, and offers less.
  const who = useOperation('get_me', userId === null ? null : {}).data;
  const policy = useOperation('get_policy', userId === null ? null : {}).data;
  const client = useQueryClient();
  useLiveConnection(who?.workspace?.id ?? null, String(userId ?? ''), () =>
    Promise.all(ofPerson.map((name) => client.refetchQueries({ queryKey: keyOf(urlOf(name, {}), null) }))),
  );
  return (
    <MeContext value={who}>
      <PolicyContext value={policy}>{children}</PolicyContext>
    </MeContext>
  );
}
