'use client';
// A brand's theme, changed property by property.
import { toast } from '@payloadcms/ui';
import { useRef } from 'react';
import type { ThemePatch, ThemeView } from '../../../brands/schemas.ts';
import { call, wordsOf } from '../../client/api.ts';
import { useRead } from '../../client/useRead.ts';

interface Theme {
  /** Null until loaded. */
  theme: ThemeView | null;
  problem: string | null;
  /** Shows its errors. */
  change: (patch: ThemePatch) => Promise<void>;
}

export function useTheme(brand: string, onChanged: () => void): Theme {
  const { data: theme, problem, again } = useRead<ThemeView>(`/api/v1/brands/${brand}/theme`);
  // Changes can be made faster than they are saved, so they are queued; each builds on the version the previous one returned.
  const saved = useRef<string | null>(null);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const send = async (patch: ThemePatch): Promise<void> => {
    try {
      const expected = saved.current ?? theme?.version ?? '';
      const path = `/api/v1/brands/${brand}/theme?expected=${encodeURIComponent(expected)}`;
      saved.current = (await call<{ data: ThemeView }>('PATCH', path, { body: patch })).data.version;
      again();
      onChanged();
    } catch (error) {
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
