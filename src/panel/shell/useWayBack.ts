'use client';
// Going back to a page that was loaded as a whole. Payload's lists put their parameters into its address before Next's router listens, which
// empties the history's entry: the router then changes the address on the way back, and leaves the page as it is.
import { usePathname, useRouter } from 'next/navigation.js';
import { useEffect } from 'react';

export function useWayBack(): void {
  const shown = usePathname();
  const router = useRouter();
  useEffect(() => {
    const follow = ({ state }: PopStateEvent): void => {
      const { pathname, search, hash } = window.location;
      if (state === null && pathname !== shown) router.replace(`${pathname}${search}${hash}`);
    };
    window.addEventListener('popstate', follow);
    return () => {
      window.removeEventListener('popstate', follow);
    };
  }, [shown, router]);
}
