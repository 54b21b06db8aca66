'use client';
// The organization's branding, loaded once for the whole panel, sign-in included.
import { useAuth, useTheme } from '@payloadcms/ui';
import { createContext, use, useCallback, useEffect, useState, type ReactNode } from 'react';
import type { Branding } from '../../assets/branding.ts';
import { accentColors } from './accent.ts';
import { call } from '../client/operations.ts';
import { reading } from '../client/reading.ts';

interface Known {
  /** Null until loaded. */
  branding: Branding | null;
  reload: () => void;
}

const BrandingContext = createContext<Known>({ branding: null, reload: () => undefined });

export function useBranding(): Known {
  return use(BrandingContext);
}

const plain: Branding = { product: null, tagline: null, accent: null, logo: null, icon: null };

export function BrandingProvider({ children }: { children?: ReactNode }) {
  const { user } = useAuth();
  const { theme } = useTheme();
  const [branding, setBranding] = useState<Branding | null>(null);
  const [round, setRound] = useState(0);
  const userId = user?.id ?? null;

  useEffect(() => {
    return reading(
      (signal) => call('get_branding', {}, { signal }),
      ({ data }) => {
        setBranding(data);
      },
      () => setBranding((known) => known ?? plain),
    );
  }, [userId, round]);

  const accent = branding?.accent ?? null;
  useEffect(() => {
    if (accent === null) return;
    const { style } = document.documentElement;
    const colors = Object.entries(accentColors(accent, theme === 'dark' ? 'dark' : 'light'));
    for (const [name, value] of colors) style.setProperty(name, String(value));
    return () => {
      for (const [name] of colors) style.removeProperty(name);
    };
  }, [accent, theme]);

  const reload = useCallback(() => {
    setRound((before) => before + 1);
  }, []);
  return <BrandingContext value={{ branding, reload }}>{children}</BrandingContext>;
}
