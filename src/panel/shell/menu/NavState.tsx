'use client';
// Whether the menu is open: beside the content from 1024 pixels on, as the person left it, and a drawer below that. Payload's own
// state closes it up to 1440 pixels, and remembers nothing there.
import { NavContext, useAuth, useNav, usePreferences } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { PREFERENCE_KEYS } from 'payload/shared';
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';

/** Also in menu.css. */
const drawerMedia = '(max-width: 1023px)';
/** Where Payload's button doesn't remember what it did. */
const forgetfulMedia = '(max-width: 1440px)';

const DrawerContext = createContext(false);

/** True if the menu lies over the page. */
export const useIsDrawer = (): boolean => use(DrawerContext);

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** What the person left it as. The server knows, unless they weren't signed in when it rendered the page. */
function useRemembered(atFirst: boolean): [open: boolean, setOpen: (open: boolean) => void] {
  const { user } = useAuth();
  const { getPreference } = usePreferences();
  const userId = user?.id ?? null;
  const [known, setKnown] = useState(userId);
  const [open, setOpen] = useState(atFirst);
  useEffect(() => {
    if (userId === null || userId === known) return;
    let isOver = false;
    getPreference<{ open?: boolean }>(PREFERENCE_KEYS.NAV).then(
      (preference) => {
        if (isOver) return;
        setKnown(userId);
        setOpen(preference?.open ?? true);
      },
      () => undefined, // It stays open.
    );
    return () => {
      isOver = true;
    };
  }, [userId, known, getPreference]);
  return [open, setOpen];
}

export function NavState({ children }: { children?: ReactNode }) {
  const theirs = useNav();
  const { setPreference } = usePreferences();
  const here = usePathname();
  const isDrawer = useMedia(drawerMedia);
  const [isBeside, setBeside] = useRemembered(theirs.navOpen);
  /** The view that the drawer was opened in: it closes with the next one. */
  const [drawnIn, setDrawnIn] = useState<string | null>(null);
  if (drawnIn !== null && drawnIn !== here) setDrawnIn(null);

  const setNavOpen = (open: boolean): void => {
    if (isDrawer) {
      setDrawnIn(open ? here : null);
      return;
    }
    setBeside(open);
    if (window.matchMedia(forgetfulMedia).matches) void setPreference(PREFERENCE_KEYS.NAV, { open }, true);
  };
  const navOpen = isDrawer ? drawnIn === here : isBeside;
  return (
    <DrawerContext value={isDrawer}>
      <NavContext value={{ ...theirs, navOpen, setNavOpen }}>{children}</NavContext>
    </DrawerContext>
  );
}
