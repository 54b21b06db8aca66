// Previews: each deployment that has been checked has an address of its own, whether it's live or was replaced.
import { z } from 'zod';
import { Id } from '../assets/schemas.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { ApiError } from '../core/errors.ts';
import type { Env } from '../env.ts';
import { idsOfPreview, originOfSite, placeOfLabel, previewLabel } from './rules.ts';
import { sitesSetting } from './settings.ts';

/** SQL: who may open the previews of site `s`. */
export const previewAudienceSql = `coalesce((select m.value ->> 'previews' from payload.workspaces w
    join marque.settings m on m.organization_id = w.organization_id and (m.workspace_id is null or m.workspace_id = w.id)
    where w.id = s.workspace_id and m.key = '${sitesSetting.key}' and m.value ->> 'previews' is not null
    order by m.workspace_id nulls last limit 1), '${sitesSetting.defaults.previews}')`;

export const DeploymentPreview = z
  .object({
    deployment: Id,
    url: z
      .string()
      .nullable()
      .describe("Its own address, with the deployment's path; null if the slug is too long for one"),
    rules: z
      .object({
        redirects: z.int().describe('Rules in _redirects'),
        headers: z.int().describe('Paths in _headers'),
        spa: z.boolean().describe('Whether every address without a file is answered by index.html'),
      })
      .describe('What was found in the build'),
  })
  .meta({ id: 'DeploymentPreview' });
export type DeploymentPreview = z.infer<typeof DeploymentPreview>;

interface PreviewRow {
  slug: string;
  id: string | null;
  path: string;
  redirects: number;
  headers: number;
  spa: boolean;
}

const previewed = statement(
  'previews:list',
  `select s.slug, d.id, d.path, r.redirects::integer, r.spa, coalesce(jsonb_array_length(d.rules -> 'headers'), 0)::integer as headers
   from payload.sites s left join marque.deployments d on d.site_id = s.id and d.state in ('live', 'replaced')
   left join lateral (select count(*) filter (where (x ->> 'line')::integer > 0) as redirects,
       coalesce(bool_or(x ->> 'from' = '/*' and x ->> 'status' = '200' and x ->> 'to' in ('/', '/index.html')), false) as spa
     from jsonb_array_elements(d.rules -> 'redirects') x) r on true
   where s.id = $1 order by d.number desc`,
);

/** The previews of a site, newest first. */
export async function previewsOf(db: Db, siteId: string, env: Env): Promise<DeploymentPreview[]> {
  const rows = await db.query<PreviewRow>(previewed, [siteId]);
  if (rows.length === 0) throw new ApiError('not_found', 'This site was just deleted.');
  return rows.flatMap(({ slug, id, path, redirects, headers, spa }) => {
    if (id === null) return [];
    const label = previewLabel(slug, id);
    const url = label === null ? null : `${originOfSite(env, label)}${path === '/' ? path : `${path}/`}`;
    return [{ deployment: id, url, rules: { redirects, headers, spa } }];
  });
}

const named = statement(
  'previews:named',
  `select s.id from payload.sites s where s.slug = $1 and ($2::uuid is null or exists (select from marque.deployments d
     where d.site_id = s.id and d.state in ('live', 'replaced') and d.id between $2::uuid and $3::uuid))`,
);

/** True for the first label of an address where a site or one of its previews is. */
export async function isLabelInUse(db: Db, label: string): Promise<boolean> {
  const { slug, preview } = placeOfLabel(label);
  const ids = preview === null ? [null, null] : idsOfPreview(preview);
  return (await db.query(named, [slug, ...ids])).length > 0;
}
