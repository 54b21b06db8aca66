// Rows of assets, for tests of search.
import { noRights } from '../../../src/assets/schemas.ts';
import type { TestService } from '../../setup/service.ts';

export interface MadeRow {
  filename?: string;
  title?: string;
  description?: string;
  tags?: string[];
  status?: string;
  mime?: string;
  size?: number;
  fields?: Record<string, unknown>;
  private?: boolean;
  rights?: Record<string, unknown>;
  proposedTags?: string[];
  workspaceId?: string;
}

let made = 0;
/** Inserted directly: search is about rows; how they get there is tested elsewhere. */
export async function makeRow(marque: TestService, workspaceId: string, asset: MadeRow): Promise<string> {
  made += 1;
  const [row] = await marque.service.db.query<{ id: string }>(
    `insert into assets (workspace_id, sha256, filename, mime_type, filesize, metadata, tags, fields, status, private, rights, proposed_tags, proposed_fields, current, public, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::enum_assets_status, $10, $11, $12, '{}', true, true, now() + make_interval(secs => $13)) returning id`,
    [
      asset.workspaceId ?? workspaceId,
      made.toString(16).padStart(64, '0'),
      asset.filename ?? `file-${made}.jpg`,
      asset.mime ?? 'image/jpeg',
      asset.size ?? 1000 + made,
      JSON.stringify({
        ...(asset.title ? { title: asset.title } : {}),
        ...(asset.description ? { description: asset.description } : {}),
      }),
      JSON.stringify(asset.tags ?? []),
      JSON.stringify(asset.fields ?? {}),
      asset.status ?? 'active',
      asset.private ?? false,
      asset.rights ? JSON.stringify({ ...noRights, ...asset.rights }) : null,
      JSON.stringify(asset.proposedTags ?? []),
      made,
    ],
  );
  return row?.id ?? '';
}
