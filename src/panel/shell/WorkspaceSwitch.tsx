'use client';
// The workspace switch in the header, which also leads to making a new one. The choice is a cookie that the server reads (src/core/access/payload/workspace-field.ts).
import { useConfig } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { useRouter } from 'next/navigation.js';
import type { ChangeEvent } from 'react';
import { useMe, type Who } from '../client/me.tsx';
import { useAdminRoute } from './routes.ts';
import { useWords } from '../words/useWords.ts';

const toNew = 'new';
const year = 365 * 24 * 60 * 60;

/** Sets the current workspace, from the next page load on. */
export function rememberWorkspace(workspaceId: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `mq_workspace=${workspaceId}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`;
}

/** Reloads the page in the new workspace. A document belongs to the old one, so its list is opened instead. */
function leaveFor(adminRoute: string): void {
  const [collections, slug, document] = window.location.pathname
    .slice(formatAdminURL({ adminRoute, path: null }).length)
    .split('/')
    .filter(Boolean);
  if (collections === 'collections' && slug && document)
    window.location.assign(formatAdminURL({ adminRoute, path: `/collections/${slug}` }));
  else window.location.assign(window.location.pathname);
}

function labelOf(workspace: Who['workspaces'][number], all: Who['workspaces']): string {
  const several = new Set(all.map(({ organization }) => organization.id)).size > 1;
  return several ? `${workspace.organization.name} · ${workspace.name}` : workspace.name;
}

export function WorkspaceSwitch() {
  const { t } = useWords();
  const me = useMe();
  const { config } = useConfig();
  const router = useRouter();
  const route = useAdminRoute();
  if (!me?.workspace) return null;
  const { workspace, workspaces, organizationScope } = me;
  const mayMake = organizationScope === 'admin';

  if (workspaces.length < 2 && !mayMake)
    return <span className="mq-workspace mq-workspace--only">{workspace.name}</span>;
  return (
    <select
      className="mq-workspace"
      aria-label={t('shell:workspace')}
      value={workspace.id}
      onChange={(event: ChangeEvent<HTMLSelectElement>) => {
        if (event.target.value === toNew) {
          router.push(route('/collections/workspaces?new=1'));
          return;
        }
        rememberWorkspace(event.target.value);
        leaveFor(config.routes.admin);
      }}
    >
      {workspaces.map((one) => (
        <option key={one.id} value={one.id}>
          {labelOf(one, workspaces)}
        </option>
      ))}
      {mayMake && (
        <>
          <hr />
          <option value={toNew}>{t('shell:newWorkspace')}</option>
        </>
      )}
    </select>
  );
}
