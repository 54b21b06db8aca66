// Everything around the panel's pages. Who is signed in, and what they may do, comes with the page.
import type { ServerProps } from 'payload';
import type { ReactNode } from 'react';
import { Preloaded } from '../client/Preloaded.tsx';
import { urlOf } from '../client/operations.ts';
import { QueryCache } from '../client/QueryCache.tsx';
import { PanelProviders } from './PanelProviders.tsx';
import { preload } from './preload.ts';

const reads = [urlOf('get_me', {}), urlOf('get_policy', {}), urlOf('list_searches', {})];

export async function PanelRoot({
  payload,
  user,
  children,
}: Partial<Pick<ServerProps, 'user'>> & Pick<ServerProps, 'payload'> & { children?: ReactNode }) {
  return (
    <QueryCache>
      <Preloaded preloads={await preload(payload, user ? reads : [])}>
        <PanelProviders>{children}</PanelProviders>
      </Preloaded>
    </QueryCache>
  );
}
