// The workspace that agents do their jobs in: the one that `npm run demo` fills. Each test file has its own.
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { signUp } from '../../../demo/sign-up.ts';
import { tellStory } from '../../../demo/story.ts';
import { tellNobody } from '../../../demo/tell.ts';
import { makeAsset } from '../../assets/library.ts';
import { callsAs, type Calls } from '../../setup/callers.ts';
import { startService } from '../../setup/service.ts';
import { connectPriced, type PricedAgent } from './priced.ts';

export const photograph = (name: string): Promise<Buffer> =>
  readFile(path.join(import.meta.dirname, '../../../fixtures', name));

/** A photograph in other proportions, so that its bytes are its own. */
export async function croppedTo(name: string, width: number, height: number): Promise<Buffer> {
  return sharp(await photograph(name))
    .resize(width, height, { fit: 'cover' })
    .jpeg()
    .toBuffer();
}

/** A server of somebody else's: files by path. */
export async function serveFiles(
  files: ReadonlyMap<string, { mime: string; bytes: Buffer | string }>,
): Promise<{ url: string; close: () => void }> {
  const server = http.createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (file) response.setHeader('content-type', file.mime).end(file.bytes);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

export const marque = await startService({ FETCH_ALLOW: '127.0.0.1' });

tellNobody();

/** What `npm run demo` leaves: photographs that were proposed and reviewed, Marque's own brand, a portal and a site. */
export const demo = await tellStory(marque.url, (send) => signUp(send, marque.url), marque.dataDir);

/** The person who administers it, and reviews. */
const mara = { cookie: demo.mara.headers.cookie ?? '' };
export const editing: Calls = callsAs(marque, mara);

/** The slug of its brand. */
export const brand = (await editing.done('GET', '/brands')).body.data[0].slug as string;

async function makeKey(scope: 'propose' | 'write'): Promise<{ key: string }> {
  const { secret } = (await editing.create('/keys', { name: `Agent that may ${scope}`, scope })) as {
    secret: string;
  };
  return { key: secret };
}

const proposer = await makeKey('propose');
export const writer = await makeKey('write');

/** Adds an asset that may be used. @returns its ID */
export async function file(bytes: Buffer, about: Record<string, unknown> = {}): Promise<string> {
  // The demo requires a subject.
  const meta = { mime: 'image/jpeg', fields: { subject: 'space' }, ...about };
  const { id } = (await makeAsset(marque, mara, meta, bytes)) as { id: string };
  return id;
}

const open: PricedAgent[] = [];

/** A new agent that suggests, or one that writes. */
export async function newAgent(key: { key: string } = proposer): Promise<PricedAgent> {
  const agent = await connectPriced(marque.url, key.key);
  open.push(agent);
  return agent;
}

export async function closeAll(): Promise<void> {
  await Promise.all(open.map((agent) => agent.close()));
  await marque.close();
}

/** A value from the database. */
export async function stored(sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
  return marque.service.db.query(sql, values);
}
