// Our own pages in the panel. Payload only frames its own views, and doesn't protect others.
import { DefaultTemplate } from '@payloadcms/next/templates';
import { redirect } from 'next/navigation.js';
import type { AdminViewServerProps } from 'payload';
import type { ComponentType } from 'react';
import { panelAddress } from '../../core/panel-address.ts';
import { Preloaded, type Preloads } from '../client/Preloaded.tsx';
import { preload } from './preload.ts';

/** The addresses of what a view shows first, and of what these lead to. */
export interface FirstReads {
  /** @param query of the page's address */
  of: (query: URLSearchParams) => readonly string[];
  next?: (query: URLSearchParams, answers: Preloads['answers']) => readonly string[];
}

const none: FirstReads = { of: () => [] };

/** As the browser has it: Next keeps a parameter's values together. */
export function queryOf(parameters: AdminViewServerProps['searchParams']): URLSearchParams {
  const pairs = Object.entries(parameters ?? {}).flatMap(([name, values]) =>
    [values ?? []].flat().map((value) => [name, value]),
  );
  return new URLSearchParams(pairs);
}

/** A view in the panel's frame, for signed-in people. Others are redirected to sign in. */
export function pageOf(View: ComponentType, path: `/${string}`, reads = none) {
  return async function Page({ initPageResult, params, searchParams, viewActions }: AdminViewServerProps) {
    const { req, locale, permissions, visibleEntities } = initPageResult;
    const { config } = req.payload;
    const routeTo = (to: `/${string}`): string => panelAddress(config, to);
    if (!req.user)
      redirect(`${routeTo(config.admin.routes.login)}?redirect=${encodeURIComponent(routeTo(path))}`);
    const query = queryOf(searchParams);
    const preloads = await preload(
      req.payload,
      reads.of(query),
      (answers) => reads.next?.(query, answers) ?? [],
    );
    return (
      <DefaultTemplate
        i18n={req.i18n}
        locale={locale}
        params={params}
        payload={req.payload}
        permissions={permissions}
        req={req}
        searchParams={searchParams}
        user={req.user}
        {...(viewActions ? { viewActions } : {})}
        // A copy: React can't write to the original.
        visibleEntities={{ ...visibleEntities }}
      >
        <Preloaded preloads={preloads}>
          <View />
        </Preloaded>
      </DefaultTemplate>
    );
  };
}
