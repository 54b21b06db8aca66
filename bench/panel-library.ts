// A library with pictures that browsers can show, for the panel: the newest assets get a photograph each.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { blobKey } from '../src/core/storage/contract.ts';

const [width, height] = [640, 427];

/** Also for those that aren't active: the library shows them. @returns the ids of the active ones, newest first */
export async function drawNewest(databaseUrl: string, dataDir: string, count: number): Promise<string[]> {
  const photo = await sharp('fixtures/hubble_deep_field.jpg').resize(width, height).jpeg().toBuffer();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; status: string }>(
      'select id, status from assets order by created_at desc limit $1',
      [count],
    );
    const pictures = await Promise.all(
      rows.map(async ({ id }) => {
        // What follows the end of a JPEG isn't part of the picture, but makes it other bytes.
        const bytes = Buffer.concat([photo, Buffer.from(id)]);
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const file = path.join(dataDir, ...blobKey(sha256).split('/'));
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, bytes);
        return { id, sha256, size: bytes.length };
      }),
    );
    await client.query(
      `update assets a set sha256 = p.sha256, filesize = p.size, mime_type = 'image/jpeg', width = $2, height = $3
       from jsonb_to_recordset($1::jsonb) as p(id uuid, sha256 text, size bigint) where a.id = p.id`,
      [JSON.stringify(pictures), width, height],
    );
    return rows.filter(({ status }) => status === 'active').map(({ id }) => id);
  } finally {
    await client.end();
  }
}

/** Adds records like the newest ones, without bytes. */
export async function addRecords(databaseUrl: string, like: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into assets (workspace_id, sha256, filename, mime_type, filesize, width, height, probe, metadata, tags, fields, status, public, created_at, updated_at)
       select a.workspace_id, md5(n::text) || md5((-n)::text), 'record-' || n || '.zip', 'application/zip', a.filesize, null, null, a.probe,
         a.metadata || jsonb_build_object('title', 'Record ' || n), a.tags, a.fields, a.status, a.public, now() - make_interval(secs => n), now()
       from assets a, generate_series(1, $2) n where a.id = $1`,
      [like, count],
    );
  } finally {
    await client.end();
  }
}

/** The version of the measured database. */
export async function versionOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version ?? '';
  } finally {
    await client.end();
  }
}
