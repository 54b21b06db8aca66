// Pictures generated for tests, the calls that file them, and a snapshot of everything stored: a refused call
// must leave it unchanged.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Caller, Reply, TestService } from '../setup/service.ts';

let made = 0;

/** A picture with unique bytes. */
export async function makePicture(
  options: { width?: number; height?: number; format?: 'png' | 'jpeg' | 'webp' } = {},
): Promise<Buffer> {
  made += 1;
  const { width = 40, height = 30, format = 'png' } = options;
  const background = { r: made % 256, g: (made >> 8) % 256, b: 120 };
  return sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { ImageDescription: `Picture ${made}` } })
    .toFormat(format)
    .toBuffer();
}

let colored = 0;

/** A different color on each of 512 calls, far enough apart that JPEG files of them differ, too. */
export function anotherColor(): { r: number; g: number; b: number } {
  colored += 1;
  const level = (place: number): number => 32 * (Math.floor(colored / 8 ** place) % 8);
  return { r: level(0), g: level(1), b: level(2) };
}

/** The transforms that a description offers for an image. */
export const imageConstraints = {
  w: [1, 8000],
  h: [1, 8000],
  q: [1, 100],
  fit: ['cover', 'contain', 'inside', 'outside', 'fill'],
  f: ['jpeg', 'png', 'webp', 'avif', 'auto'],
  enlarges: false,
};

export interface Ticket {
  token: string;
  uploadUrl: string;
}

/** Opens a ticket for these bytes; `size` may differ from theirs. */
export async function openTicket(
  marque: TestService,
  as: Caller,
  bytes: Buffer,
  about: { filename?: string; mime?: string; size?: number } = {},
): Promise<Ticket> {
  const { filename = 'picture.png', mime = 'image/png', size = bytes.length } = about;
  const { status, body } = await marque.call('POST', '/api/v1/uploads', {
    as,
    body: { filename, mime, size },
  });
  if (status !== 200) throw new Error(`No ticket: ${JSON.stringify(body)}`);
  return body as Ticket;
}

/** Opens a ticket and uploads the bytes, ready to be filed. */
export async function sendBytes(
  marque: TestService,
  as: Caller,
  bytes: Buffer,
  about: { filename?: string; mime?: string } = {},
): Promise<Ticket> {
  const ticket = await openTicket(marque, as, bytes, about);
  const { status, body } = await marque.call('PUT', ticket.uploadUrl, { body: bytes });
  if (status !== 200) throw new Error(`Not taken: ${JSON.stringify(body)}`);
  return ticket;
}

/** Files bytes by ticket. */
export async function fileBytes(
  marque: TestService,
  as: Caller,
  bytes: Buffer,
  { filename, mime, ...meta }: { filename?: string; mime?: string; [property: string]: unknown } = {},
): Promise<Reply> {
  const { token } = await sendBytes(marque, as, bytes, {
    ...(filename === undefined ? {} : { filename }),
    ...(mime === undefined ? {} : { mime }),
  });
  return marque.call('POST', '/api/v1/assets', { as, body: { token, ...meta } });
}

/** Files a new picture. @returns its record */
export async function makeAsset(
  marque: TestService,
  as: Caller,
  meta: Record<string, unknown> = {},
  bytes?: Buffer,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into records of every shape
): Promise<any> {
  const { status, body } = await fileBytes(marque, as, bytes ?? (await makePicture()), meta);
  if (status !== 201) throw new Error(`Not filed: ${JSON.stringify(body)}`);
  return body.data;
}

/** Files in an area of the storage, by path. */
export async function filesIn(
  marque: TestService,
  room: 'staged' | 'blobs' | 'renditions',
): Promise<string[]> {
  const folder = path.join(marque.dataDir, room);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Everything that filing can leave behind: rows, memberships, events, blobs, staged files. */
export async function everythingKept(marque: TestService): Promise<Record<string, unknown>> {
  const [rows] = await marque.service.db.query<Record<string, number>>(
    `select (select count(*) from assets) as assets, (select count(*) from marque.collection_assets) as memberships,
       (select count(*) from marque.events) as events`,
  );
  return { ...rows, blobs: await filesIn(marque, 'blobs'), staged: await filesIn(marque, 'staged') };
}
