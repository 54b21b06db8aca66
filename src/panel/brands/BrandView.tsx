// The panel page /brands/{slug} in Payload's frame, with what it shows first. The rest its content reads over the HTTP API.
import { DefaultTemplate } from '@payloadcms/next/templates';
import { redirect } from 'next/navigation.js';
import type { AdminViewServerProps } from 'payload';
import { panelAddress, placesIn } from '../../core/panel-address.ts';
import { Preloaded } from '../client/Preloaded.tsx';
import { urlOf } from '../client/operations.ts';
import { preload } from '../shell/preload.ts';
import { BrandRoom } from '../views.ts';

/** @param segments of the address, after /brands */
function firstReads([name = '', part = '']: string[]): string[] {
  const brand = encodeURIComponent(decodeURIComponent(name));
  return [
    urlOf('get_brand', { slug: brand }),
    urlOf('get_brand_status', { slug: brand }),
    ...(part === '' ? [urlOf('list_rules', { brand }), urlOf('get_theme', { slug: brand })] : []),
    ...(part === 'pages' ? [urlOf('list_pages', { slug: brand })] : []),
  ];
}

export async function BrandView({ initPageResult, params, searchParams, viewActions }: AdminViewServerProps) {
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
      <Preloaded preloads={await preload(payload, firstReads(segments))}>
        <BrandRoom segments={segments} />
      </Preloaded>
    </DefaultTemplate>
  );
}
