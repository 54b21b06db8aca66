'use client';
// A brand's theme, changed property by property.
import { toast } from '@payloadcms/ui';
import { useRef } from 'react';
import type { ThemePatch, ThemeView } from '../../../brands/theme/schemas.ts';
import { call } from '../../client/operations.ts';
import { useOperation } from '../../client/useOperation.ts';
import { CallFailed, wordsOf } from '../../client/api.ts';

interface Theme {
  /** Null until loaded. */
  theme: ThemeView | null;
  problem: string | null;
  /** Shows its errors. */
  change: (patch: ThemePatch) => Promise<void>;
}

export function useTheme(brand: string, onChanged: () => void): Theme {
  const { data: theme, problem, again } = useOperation('get_theme', { slug: brand });
  // Changes can be made faster than they are saved, so they are queued; each builds on the version the previous one returned.
  const saved = useRef<string | null>(null);
  const queue = useRef<Promise<void>>(Promise.resolve());
  /** The version to go on from if somebody else changed other parts of the theme; null: theirs are the same parts, or it failed otherwise. */
  const untouched = async (error: unknown, patch: ThemePatch): Promise<string | null> => {
    if (!(error instanceof CallFailed) || error.status !== 409 || !theme) return null;
    const { data: now } = await call('get_theme', { slug: brand });
    const names = Object.keys(patch) as (keyof ThemePatch)[];
    return names.every((name) => now[name] === theme[name]) ? now.version : null;
  };
  const send = async (patch: ThemePatch, isRetry = false): Promise<void> => {
    try {
      const expected = saved.current ?? theme?.version ?? '';
      const { data } = await call('update_theme', { slug: brand, expected, body: patch });
      saved.current = data.version;
      again();
      onChanged();
    } catch (error) {
      const now = isRetry ? null : await untouched(error, patch);
      if (now !== null) {
        saved.current = now;
        return send(patch, true);
      }
      saved.current = null;
      again();
      toast.error(wordsOf(error));
    }
  };
  const change = (patch: ThemePatch): Promise<void> => {
    queue.current = queue.current.then(() => send(patch));
    return queue.current;
  };
  return { theme, problem, change };
}
