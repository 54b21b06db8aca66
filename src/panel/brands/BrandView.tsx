// The panel page /brands/{slug} in Payload's frame. Its content runs in the browser, over the HTTP API.
import { DefaultTemplate } from '@payloadcms/next/templates';
import { redirect } from 'next/navigation.js';
import type { AdminViewServerProps } from 'payload';
import { panelAddress, placesIn } from '../../core/panel-address.ts';
import { BrandRoom } from './BrandRoom.tsx';

export function BrandView({ initPageResult, params, searchParams, viewActions }: AdminViewServerProps) {
  const { req, locale, permissions, visibleEntities } = initPageResult;
  const { payload, user } = req;
  const all = (params as { segments?: string[] } | undefined)?.segments ?? [];
  const segments = all.slice((placesIn(payload.config).marquePanelPath ?? '').split('/').length);
  const route = (path: `/${string}`): string => panelAddress(payload.config, path);
  if (!user)
    redirect(`${route('/login')}?redirect=${encodeURIComponent(route(`/brands/${segments.join('/')}`))}`);
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
      <BrandRoom segments={segments} />
    </DefaultTemplate>
  );
}
