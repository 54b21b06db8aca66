// Our own pages in the panel. Payload only frames its own views, and doesn't protect others.
import { DefaultTemplate } from '@payloadcms/next/templates';
import { redirect } from 'next/navigation.js';
import type { AdminViewServerProps } from 'payload';
import type { ComponentType } from 'react';
import { panelAddress } from '../../core/panel-address.ts';

/** A view in the panel's frame, for signed-in people. Others are redirected to sign in. */
export function pageOf(View: ComponentType, path: `/${string}`) {
  return function Page({ initPageResult, params, searchParams, viewActions }: AdminViewServerProps) {
    const { req, locale, permissions, visibleEntities } = initPageResult;
    const { config } = req.payload;
    const routeTo = (to: `/${string}`): string => panelAddress(config, to);
    if (!req.user)
      redirect(`${routeTo(config.admin.routes.login)}?redirect=${encodeURIComponent(routeTo(path))}`);
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
        <View />
      </DefaultTemplate>
    );
  };
}
