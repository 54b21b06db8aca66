import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server, which knows no drafts, and while the browser takes over what the server drew. */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
