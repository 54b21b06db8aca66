'use client';
// A site's deployments, read again while one of them is being checked.
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { Deployment } from '../../sites/schemas.ts';
import { wordsOf } from '../client/api.ts';
import { call } from '../client/operations.ts';

/** Polling interval while a deployment is being checked. */
const lookMs = 1500;

const liveIn = (deployments: readonly Deployment[] | null): string | undefined =>
  deployments
    ?.filter(({ state }) => state === 'live')
    .map(({ id }) => id)
    .join();

/** @param onChanged called when another deployment is live */
export function useDeployments(siteId: string, onChanged: () => void) {
  const [deployments, setDeployments] = useState<Deployment[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const reload = useCallback(async (): Promise<void> => {
    await call('list_deployments', { id: siteId }).then(
      ({ data }) => setDeployments(data),
      (error: unknown) => setProblem(wordsOf(error)),
    );
  }, [siteId]);

  useEffect(() => {
    void reload();
  }, [reload]);

  const checking = deployments?.some(({ state }) => state === 'checking') ?? false;
  useEffect(() => {
    if (!checking) return;
    const timer = setInterval(() => void reload(), lookMs);
    return () => {
      clearInterval(timer);
    };
  }, [checking, reload]);

  const live = liveIn(deployments);
  const tell = useEffectEvent(onChanged);
  useEffect(() => {
    if (live !== undefined) tell();
  }, [live]);

  return {
    deployments,
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
  };
}
