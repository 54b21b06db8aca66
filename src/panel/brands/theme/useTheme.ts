'use client';
// A brand's theme, changed property by property.
import { toast } from '@payloadcms/ui';
import { useRef } from 'react';
import type { ThemePatch, ThemeView } from '../../../brands/theme/schemas.ts';
import { call } from '../../client/operations.ts';
import { useOperation } from '../../client/useOperation.ts';
import { wordsOf } from '../../client/api.ts';

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
  const send = async (patch: ThemePatch): Promise<void> => {
    try {
      const expected = saved.current ?? theme?.version ?? '';
      const { data } = await call('update_theme', { slug: brand, expected, body: patch });
      saved.current = data.version;
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
