// The panel page /brands/{slug} in Payload's frame. Its content runs in the browser, over the HTTP API.
import { DefaultTemplate } from '@payloadcms/next/templates';
import { redirect } from 'next/navigation.js';
import type { AdminViewServerProps } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { BrandRoom } from './BrandRoom.tsx';

export function BrandView({ initPageResult, params, searchParams, viewActions }: AdminViewServerProps) {
  const { req, locale, permissions, visibleEntities } = initPageResult;
  const { payload, user } = req;
  const segments = (params as { segments?: string[] } | undefined)?.segments ?? [];
  const route = (path: `/${string}`): string =>
    formatAdminURL({ adminRoute: payload.config.routes.admin, path });
  if (!user) redirect(`${route('/login')}?redirect=${encodeURIComponent(route(`/${segments.join('/')}`))}`);
  return (
    <DefaultTemplate
      i18n={req.i18n}
      {...(locale ? { locale } : {})}
      {...(params ? { params } : {})}
      payload={payload}
      permissions={permissions}
      req={req}
      {...(searchParams ? { searchParams } : {})}
      user={user}
      {...(viewActions ? { viewActions } : {})}
      visibleEntities={visibleEntities}
    >
      <BrandRoom segments={segments.slice(1)} />
    </DefaultTemplate>
  );
}
