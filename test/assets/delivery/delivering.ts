// Assets in every state, and the requests that ask for their bytes. Each test file that imports this has its
// own.
import { readFile } from 'node:fs/promises';
import type { Caller, Reply } from '../../setup/service.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset } from '../library.ts';

export const { marque, place, admin: writer, reader, stranger } = await startWithWorkspace();
const photo = await readFile('fixtures/rocket.jpg');

let photos = 0;

/** The photograph, in unique bytes: in a JPEG, data after the picture isn't part of it. */
export function freshPhoto(): Buffer {
  photos += 1;
  return Buffer.concat([photo, Buffer.from(`copy ${photos}`)]);
}

export type Row = Record<string, unknown> & { id: string; sha256: string };

export async function make(
  change: { status?: string; public?: boolean; rights?: object; deleted?: true } = {},
  meta: Record<string, unknown> = {},
  bytes?: Buffer,
): Promise<Row> {
  const asset = (await makeAsset(marque, writer, meta, bytes)) as Row;
  await marque.service.db.query(
    `update assets set status = coalesce($2, status::text)::enum_assets_status, public = coalesce($3, public),
       rights = coalesce($4::jsonb, rights), deleted_at = case when $5 then now() end where id = $1`,
    [
      asset.id,
      change.status ?? null,
      change.public ?? null,
      change.rights ? JSON.stringify({ territories: [], channels: [], ...change.rights }) : null,
      change.deleted ?? false,
    ],
  );
  return asset;
}

export const at = (asset: Row, transform = ''): string => `/a/${asset.id}${transform && `/${transform}`}`;
export const get = (url: string, as: Caller = null, headers: Record<string, string> = {}): Promise<Reply> =>
  marque.call('GET', url, { as, headers });
