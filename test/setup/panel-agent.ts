// An agent beside the panel: a key of its own, and the pictures it files.
import { expect } from '@jest/globals';
import sharp from 'sharp';
import type { Panel, Visitor } from './panel.ts';

export interface PanelAgent {
  id: string;
  call: <T>(method: string, path: string, body?: unknown) => Promise<T>;
}

/** Calls the API with a key; fails if the call isn't a success. */
export const callWithKey =
  (panel: Panel, secret: string): PanelAgent['call'] =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${panel.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };

/** Creates a key that can propose. @param own whether it belongs to the person or the workspace */
export async function newPanelAgent(
  panel: Panel,
  name: string,
  as: Visitor,
  own = true,
): Promise<PanelAgent> {
  const { data } = await as.api<{ data: { id: string; secret: string } }>('POST', '/api/v1/keys', {
    name,
    scope: 'propose',
    own,
  });
  return { id: data.id, call: callWithKey(panel, data.secret) };
}

/** Uploads an image and makes it an asset. */
export async function fileAsset(
  call: PanelAgent['call'],
  filename: string,
  bytes: Buffer,
  meta: Record<string, unknown> = {},
): Promise<string> {
  const { token, uploadUrl } = await call<{ token: string; uploadUrl: string }>('POST', '/api/v1/uploads', {
    filename,
    mime: filename.endsWith('.jpg') ? 'image/jpeg' : 'image/png',
    size: bytes.length,
  });
  expect((await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) })).ok).toBe(true);
  return (await call<{ data: { id: string } }>('POST', '/api/v1/assets', { token, ...meta })).data.id;
}

let hue = 0;
/** Uploads a unique image. */
export async function filePicture(
  call: PanelAgent['call'],
  filename: string,
  meta: Record<string, unknown> = {},
): Promise<string> {
  hue += 17;
  const bytes = await sharp('fixtures/coffee.png').modulate({ hue }).resize(320).png().toBuffer();
  return fileAsset(call, filename, bytes, meta);
}
