'use client';
// A site's deployments and their previews, read again while one of them is being checked.
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { DeploymentPreview } from '../../sites/previews.ts';
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
  const [previews, setPreviews] = useState<readonly DeploymentPreview[]>([]);
  const [problem, setProblem] = useState<string | null>(null);

  const reload = useCallback(async (): Promise<void> => {
    const at = { id: siteId };
    await Promise.all([call('list_deployments', at), call('list_previews', at)]).then(
      ([deployed, previewed]) => {
        setDeployments(deployed.data);
        setPreviews(previewed.data);
      },
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
    previews,
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
