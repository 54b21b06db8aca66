// Pages of our own in the panel: Payload draws its frame around its own views alone, and lets anybody in to others.
import { DefaultTemplate } from '@payloadcms/next/templates';
import { redirect } from 'next/navigation.js';
import type { AdminViewServerProps } from 'payload';
import { formatAdminURL } from 'payload/shared';
import type { ComponentType } from 'react';

/** A view for people who are signed in, in the panel's frame. Others are sent to sign in first. */
export function pageOf(View: ComponentType, path: `/${string}`) {
  return function Page({ initPageResult, params, searchParams, viewActions }: AdminViewServerProps) {
    const { req, locale, permissions, visibleEntities } = initPageResult;
    const { config } = req.payload;
    const routeTo = (to: `/${string}`): string =>
      formatAdminURL({ adminRoute: config.routes.admin, path: to });
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
        // A copy: React can't write to the one that was handed in.
        visibleEntities={{ ...visibleEntities }}
      >
        <View />
      </DefaultTemplate>
    );
  };
}
