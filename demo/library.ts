// The photographs of the demo, and how the agent sends them in.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Agent } from './agent.ts';
import { chapter, type Send } from './tell.ts';

export interface Asset {
  id: string;
  filename: string;
}

export interface Library {
  hubble: Asset;
  rocket: Asset;
  chelsea: Asset;
  coffee: Asset;
}

interface Filed {
  data: Asset & { width: number; height: number; status: string; proposedBy: string };
  deduped: boolean;
}

const filedAs = ({ data, deduped }: Filed): string =>
  deduped
    ? `${data.filename} was here already`
    : `${data.filename}, ${data.width} × ${data.height}, ${data.status}`;

/** No bytes go through a tool: one returns an address to upload to, another files the upload. */
async function sendIn(
  send: Send,
  scout: Agent,
  filename: string,
  mime: string,
  { again = false } = {},
): Promise<Asset> {
  const file = path.join('fixtures', filename);
  const { size } = await stat(file);
  const ticket = await scout.use(
    'create_upload',
    { filename, mime, size },
    { says: ({ expiresIn }) => `an address to send ${size} bytes to, for ${expiresIn / 3600} hours` },
  );
  await send('PUT', ticket.uploadUrl, {
    who: { name: scout.name, headers: {} }, // the address is the permission
    expect: 200,
    body: Readable.toWeb(createReadStream(file)),
    headers: { 'content-type': 'application/octet-stream' },
    says: ({ body: { data } }) => `${data.size} bytes, sha256 ${data.sha256.slice(0, 8)}…`,
    holds: ({ body: { data } }) => data.size === size,
  });
  const filed: Filed = await scout.use(
    'finish_upload',
    { token: ticket.token, origin: 'licensed' },
    {
      says: filedAs,
      holds: ({ data, deduped }: Filed) =>
        data.status === 'proposed' && data.proposedBy === 'Scout' && deduped === again,
    },
  );
  return filed.data;
}

export async function sendAll(send: Send, scout: Agent): Promise<Library> {
  chapter('The agent sends photographs in: they wait for a person');
  const hubble = await sendIn(send, scout, 'hubble_deep_field.jpg', 'image/jpeg');
  const rocket = await sendIn(send, scout, 'rocket.jpg', 'image/jpeg');
  const chelsea = await sendIn(send, scout, 'chelsea.png', 'image/png');
  const coffee = await sendIn(send, scout, 'coffee.png', 'image/png');
  await sendIn(send, scout, 'coffee.png', 'image/png', { again: true });
  return { hubble, rocket, chelsea, coffee };
}
