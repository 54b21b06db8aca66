// A small library to measure on: photographs uploaded over HTTP, plus similar records, so that no table fits
// on one page.
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import sharp from 'sharp';

export interface Picture {
  id: string;
  sha256: string;
  bytes: number;
}

export interface BenchLibrary {
  /** Scope admin. */
  key: string;
  workspaceId: string;
  /** About 20 KB as uploaded. */
  small: Picture;
  /** About 2 MB as uploaded, and large enough for a rendition of that size. */
  large: Picture;
  /** Assets without bytes, for record reads. */
  records: string[];
  /** Version of the database. */
  postgres: string;
}

const recordCount = 2_000;

async function answerOf(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** A key of one's own takes a session. @returns its secret */
export async function createKey(
  server: string,
  cookie: string,
  key: { name: string; scope: string },
): Promise<string> {
  const made = await answerOf(
    await fetch(`${server}/api/v1/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin: server },
      body: JSON.stringify({ ...key, own: true }),
    }),
  );
  const { data } = (await made.json()) as { data: { secret: string } };
  return data.secret;
}

/** The first person with their session and an API key. */
export async function signUp(server: string): Promise<{ key: string; workspaceId: string; cookie: string }> {
  const person = { name: 'Bench', email: 'bench@example.com', password: 'only for this bench' };
  const signedUp = await answerOf(
    await fetch(`${server}/api/auth/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    }),
  );
  const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const key = await createKey(server, cookie, { name: 'Bench', scope: 'admin' });
  const me = await answerOf(
    await fetch(`${server}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } }),
  );
  const { data: who } = (await me.json()) as { data: { workspace: { id: string } } };
  return { key, workspaceId: who.workspace.id, cookie };
}

async function send(server: string, key: string, filename: string, bytes: Buffer): Promise<Picture> {
  const form = new FormData();
  form.set('meta', JSON.stringify({ tags: ['bench', 'space'], status: 'active' }));
  form.set('file', new File([new Uint8Array(bytes)], filename, { type: 'image/jpeg' }));
  const filed = await answerOf(
    await fetch(`${server}/api/v1/assets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
    }),
  );
  const { data } = (await filed.json()) as { data: { id: string; sha256: string; size: number } };
  return { id: data.id, sha256: data.sha256, bytes: data.size };
}

/** A photograph of a given width; noise gives it as many bytes as a camera's would have. */
async function photograph(width: number, grain: number, quality: number): Promise<Buffer> {
  const enlarged = await sharp(await readFile('fixtures/hubble_deep_field.jpg'))
    .resize({ width })
    .toBuffer({ resolveWithObject: true });
  const noise = await sharp({
    create: {
      width: enlarged.info.width,
      height: enlarged.info.height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: grain },
    },
  })
    .png()
    .toBuffer();
  return sharp(enlarged.data)
    .composite([{ input: noise, blend: 'soft-light' }])
    .jpeg({ quality })
    .toBuffer();
}

/** Fills an empty service. */
export async function fillLibrary(server: string, databaseUrl: string): Promise<BenchLibrary> {
  const { key, workspaceId } = await signUp(server);
  const small = await send(server, key, 'small.jpg', await photograph(320, 10, 80));
  const large = await send(server, key, 'large.jpg', await photograph(3000, 40, 88));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `insert into assets (workspace_id, sha256, filename, mime_type, filesize, width, height, probe, metadata, tags, fields, status, public, created_at, updated_at)
       select a.workspace_id, md5(n::text) || md5((-n)::text), 'record-' || n || '.jpg', a.mime_type, a.filesize, a.width, a.height, a.probe,
         a.metadata || jsonb_build_object('title', 'Record ' || n), a.tags, a.fields, a.status, a.public, a.created_at, a.updated_at
       from assets a, generate_series(1, $2) n where a.id = $1 returning id`,
      [large.id, recordCount],
    );
    await client.query('analyze');
    const shown = await client.query<{ server_version: string }>('show server_version');
    return {
      key,
      workspaceId,
      small,
      large,
      records: rows.map(({ id }) => id),
      postgres: shown.rows[0]?.server_version ?? '',
    };
  } finally {
    await client.end();
  }
}
