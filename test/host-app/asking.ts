// Asks the app over HTTP, as people, agents and visitors do.
import assert from 'node:assert/strict';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { until } from '../setup/children.ts';

/** Where `marque init` puts files, portals and share links, since the app has pages at /c. */
export const prefix = '/dam';

export interface Reply {
  status: number;
  type: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each check looks into what it expects
  body: any;
}

export type Ask = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Calls with a person's or a key's `authorization`; a person's in one workspace, if it's given. */
export const asking =
  (url: string, authorization?: string, workspaceId?: string): Ask =>
  async (method, path, body) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(workspaceId === undefined ? {} : { 'x-workspace': workspaceId }),
        ...(body === undefined || Buffer.isBuffer(body) ? {} : { 'content-type': 'application/json' }),
        ...(path.endsWith('/mcp') ? { accept: 'application/json, text/event-stream' } : {}),
      },
      ...(body === undefined
        ? {}
        : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const type = response.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = type.startsWith('application/json');
    return { status: response.status, type, body: isJson ? JSON.parse(bytes.toString()) : bytes };
  };

/** Asks a host that no name server knows. */
export function askHost(url: string, host: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { host } }, (response) => {
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
      })
      .once('error', reject);
  });
}

/** Uploads a file. @returns the asset */
export async function upload(
  url: string,
  ask: Ask,
  { bytes, ...file }: { filename: string; mime: string; bytes: Buffer },
): Promise<{ id: string; status: string; state: string }> {
  const { body: ticket } = await ask('POST', '/api/v1/uploads', { ...file, size: bytes.length });
  assert.equal((await asking(url)('PUT', ticket.uploadUrl, bytes)).status, 200);
  const filed = await ask('POST', '/api/v1/assets', { token: ticket.token });
  assert.equal(filed.status, 201, JSON.stringify(filed.body));
  return filed.body.data;
}

const patienceMs = 180_000;

/** @throws Error if it doesn't become true: an app that does nothing would be waited for without an end */
export async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + patienceMs;
  await until(async () => {
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}.`);
    return holds();
  });
}
