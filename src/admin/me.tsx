'use client';
// Who is signed in, which workspace they work in, and which others they can open: asked once for every part of the panel.
import { useAuth } from '@payloadcms/ui';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import type { Me } from '../access/schemas.ts';
import { call } from './api.ts';

export type Who = (typeof Me)['_output'];

const MeContext = createContext<Who | null>(null);

/** The person and their workspace; null until known, and while nobody is signed in. */
export function useMe(): Who | null {
  return use(MeContext);
}

export function MeProvider({ children }: { children?: ReactNode }) {
  const { user } = useAuth();
  const userId = user?.id ?? null;
  const [me, setMe] = useState<{ of: string | number; who: Who } | null>(null);

  useEffect(() => {
    if (userId === null) return;
    const left = new AbortController();
    call<{ data: Who }>('GET', '/api/v1/me', { signal: left.signal }).then(
      ({ data }) => {
        setMe({ of: userId, who: data });
      },
      () => undefined, // Without it the panel still works: it only can't name the workspace.
    );
    return () => {
      left.abort();
    };
  }, [userId]);

  return <MeContext value={me && me.of === userId ? me.who : null}>{children}</MeContext>;
}
