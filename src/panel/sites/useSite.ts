'use client';
// A site with its deployments, read again while one of them is being checked.
import { useCallback, useEffect, useState } from 'react';
import type { Deployment, Site } from '../../sites/schemas.ts';
import { wordsOf } from '../client/api.ts';
import { call } from '../client/operations.ts';

/** Polling interval while a deployment is being checked. */
const lookMs = 1500;

interface Loaded {
  site: Site;
  deployments: Deployment[];
}

async function load(siteId: string): Promise<Loaded> {
  const [site, deployments] = await Promise.all([
    call('get_site', { id: siteId }),
    call('list_deployments', { id: siteId }),
  ]);
  return { site: site.data, deployments: deployments.data };
}

export function useSite(siteId: string | null) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const reload = useCallback(async (): Promise<void> => {
    if (siteId === null) return;
    await load(siteId).then(setLoaded, (error: unknown) => {
      setProblem(wordsOf(error));
    });
  }, [siteId]);

  useEffect(() => {
    void reload();
  }, [reload]);

  const checking = loaded?.deployments.some(({ state }) => state === 'checking') ?? false;
  useEffect(() => {
    if (!checking) return;
    const timer = setInterval(() => void reload(), lookMs);
    return () => {
      clearInterval(timer);
    };
  }, [checking, reload]);

  return {
    loaded,
    problem,
    /** Runs work that changes the deployments, and reloads. */
    attempt: async (work: () => Promise<unknown>): Promise<void> => {
      setProblem(null);
      try {
        await work();
        await reload();
      } catch (error) {
        setProblem(wordsOf(error));
      }
    },
    setSite: (site: Site): void => {
      setLoaded((before) => before && { ...before, site });
    },
  };
}
