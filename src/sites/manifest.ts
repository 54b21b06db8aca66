// marque.site.json: a build's own manifest. Its assets are checked against what a site may show.
import { z } from 'zod';
import { stateSql } from '../assets/queries.ts';
import { isId } from '../core/access/ids.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { BadArchive } from '../lib/safe-zip/bad-archive.ts';
import { shown } from '../lib/safe-zip/zip-names.ts';

/** A list of ids, or ids by names the build chooses. */
const Assets = z.union([z.array(z.string()), z.record(z.string(), z.string())]);

const usable = statement(
  'sites:usable-assets',
  `select a.id from payload.assets a where a.workspace_id = $1 and a.id = any($2::uuid[]) and ${stateSql('a')} = 'active'
     and a.superseded_by is null and a.effective_private is not true
     and coalesce(a.rights->>'embargo', '') <= to_char(now() at time zone 'utc', 'YYYY-MM-DD')`,
);

/** @throws BadArchive for an asset in `assets` that isn't in the workspace or may not be used now. */
export async function demandUsable(
  db: Db,
  workspaceId: string,
  manifest: Record<string, unknown> | null,
): Promise<void> {
  if (manifest?.assets === undefined || manifest.assets === null) return;
  const parsed = Assets.safeParse(manifest.assets);
  if (!parsed.success)
    throw new BadArchive(
      '`assets` in marque.site.json must be a list of asset ids, or an object of ids by name.',
    );
  const ids = [...new Set(Object.values(parsed.data).map((id) => id.toLowerCase()))];
  const malformed = ids.find((id) => !isId(id));
  if (malformed !== undefined)
    throw new BadArchive(`marque.site.json lists the asset ${shown(malformed)}, which isn't a valid id.`);
  const rows = await db.query<{ id: string }>(usable, [workspaceId, ids]);
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0)
    throw new BadArchive(
      `marque.site.json lists assets that can't be used here: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}. Assets must be active, not private in this workspace, not under embargo, and not replaced by another.`,
    );
}
