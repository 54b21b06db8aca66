// The address of the Settings view: the panel's frame around it, for whoever is signed in. What they may see of it the API decides.
import { DefaultTemplate } from '@payloadcms/next/templates';
import { redirect } from 'next/navigation.js';
import type { AdminViewServerProps } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { Settings } from './Settings.tsx';

export const settingsPath = '/settings';

export function SettingsPage({ initPageResult, params, searchParams }: AdminViewServerProps) {
  const { req, permissions, visibleEntities, locale } = initPageResult;
  const { config } = req.payload;
  if (!req.user) {
    const { admin: adminRoute } = config.routes;
    const here = formatAdminURL({ adminRoute, path: settingsPath });
    const login = formatAdminURL({ adminRoute, path: config.admin.routes.login });
    redirect(`${login}?redirect=${encodeURIComponent(here)}`);
  }
  return (
    <DefaultTemplate
      i18n={req.i18n}
      {...(locale ? { locale } : {})}
      {...(params ? { params } : {})}
      {...(searchParams ? { searchParams } : {})}
      payload={req.payload}
      permissions={permissions}
      req={req}
      user={req.user}
      viewActions={config.admin.components?.actions ?? []}
      visibleEntities={visibleEntities}
    >
      <Settings />
    </DefaultTemplate>
  );
}
