// marque.site.json: what a build says of itself. The assets it names are held to what a site may show.
import { z } from 'zod';
import { stateSql } from '../assets/queries.ts';
import { isId } from '../core/access/ids.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { BadArchive } from '../lib/safe-zip/bad-archive.ts';
import { shown } from '../lib/safe-zip/zip-names.ts';

/** A list of ids, or ids by names of the build's own. */
const Assets = z.union([z.array(z.string()), z.record(z.string(), z.string())]);

const usable = statement(
  'sites:usable-assets',
  `select a.id from assets a where a.workspace_id = $1 and a.id = any($2::uuid[]) and ${stateSql('a')} = 'active'
     and a.superseded_by is null and a.effective_private is not true
     and coalesce(a.rights->>'embargo', '') <= to_char(now() at time zone 'utc', 'YYYY-MM-DD')`,
);

/**
 * @throws BadArchive for an asset in its `assets` that is not in the workspace, or may not be used now.
 */
export async function demandUsable(
  db: Db,
  workspaceId: string,
  manifest: Record<string, unknown> | null,
): Promise<void> {
  if (manifest?.assets === undefined || manifest.assets === null) return;
  const parsed = Assets.safeParse(manifest.assets);
  if (!parsed.success)
    throw new BadArchive('assets in marque.site.json must be a list of asset ids, or ids by name.');
  const ids = [...new Set(Object.values(parsed.data).map((id) => id.toLowerCase()))];
  const malformed = ids.find((id) => !isId(id));
  if (malformed !== undefined)
    throw new BadArchive(`marque.site.json names the asset ${shown(malformed)}, which is no id.`);
  const rows = await db.query<{ id: string }>(usable, [workspaceId, ids]);
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0)
    throw new BadArchive(
      `marque.site.json names assets that may not be used here: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}. They must be active, public in this workspace, in their rights, and not replaced.`,
    );
}
