// A short page in the portal's look, for visitors without access.
import type { ReactNode } from 'react';
import type { Answer } from '../../core/operation.ts';
import type { Service } from '../../core/service.ts';
import { shortPage } from '../../sharing/document.tsx';
import { signInTheme } from '../theme.ts';
import type { PortalFacts } from '../visibility.ts';
import { iconOf, portalLook } from './look.ts';

interface EntryPage {
  title: string;
  status: number;
  headers?: Record<string, string>;
  body: ReactNode;
}

/** Shows nothing of the portal but its name and logo. */
export async function entryPage(
  service: Service,
  portal: PortalFacts,
  { title, status, headers = {}, body }: EntryPage,
): Promise<Answer> {
  const [look, branding] = await Promise.all([portalLook(service, portal), signInTheme(service, portal)]);
  return shortPage({
    serverUrl: service.env.serverUrl,
    title,
    status,
    headers,
    look,
    icon: iconOf(branding),
    body: (
      <>
        {branding.logo === '' ? null : <img className="mark" src={branding.logo} alt="" />}
        {body}
      </>
    ),
  });
}
