'use client';
// A site's deployments and their previews, read again while one of them is being checked.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
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

/** Those that have a preview: they were checked. */
const previewedIn = (deployments: readonly Deployment[]): string =>
  deployments
    .filter(({ state }) => state === 'live' || state === 'replaced')
    .map(({ id }) => id)
    .join();

/** The previews of a site by their deployments, read again only once others were checked. */
function usePreviews(siteId: string) {
  const [previews, setPreviews] = useState<ReadonlyMap<string, DeploymentPreview>>(new Map());
  const known = useRef('');
  const follow = useCallback(
    async (deployments: readonly Deployment[]): Promise<void> => {
      const previewed = previewedIn(deployments);
      if (previewed === known.current) return;
      const { data } = await call('list_previews', { id: siteId });
      known.current = previewed;
      setPreviews(new Map(data.map((preview) => [preview.deployment, preview])));
    },
    [siteId],
  );
  return { previews, follow };
}

/** @param onChanged called when another deployment is live */
export function useDeployments(siteId: string, onChanged: () => void) {
  const [deployments, setDeployments] = useState<Deployment[] | null>(null);
  const { previews, follow } = usePreviews(siteId);
  const [problem, setProblem] = useState<string | null>(null);

  const reload = useCallback(async (): Promise<void> => {
    await call('list_deployments', { id: siteId })
      .then(({ data }) => {
        setDeployments(data);
        return follow(data);
      })
      .catch((error: unknown) => setProblem(wordsOf(error)));
  }, [siteId, follow]);

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
