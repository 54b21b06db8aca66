// Workspaces with several languages. Each test file that imports this has its own service.
import sharp from 'sharp';
import type { Caller, Place, Reply } from '../../setup/service.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset, makePicture } from '../library.ts';

export const { marque, place, admin, writer, proposer, reader, stranger } = await startWithWorkspace();

export const setLanguages = (
  value: Record<string, unknown>,
  as: Caller = admin,
  context = 'workspace',
): Promise<Reply> =>
  marque.call('PATCH', `/api/v1/settings/languages?context=${context}`, { as, body: value });

/** Another workspace, and who administers it and its organization. */
export async function makeSpeaking(
  value: Record<string, unknown>,
): Promise<{ place: Place; owner: { cookie: string } }> {
  const place = await marque.makePlace();
  const owner = await marque.makeAdmin(place);
  await setLanguages(value, owner);
  return { place, owner };
}

export const get = (
  path: string,
  as: Caller = reader,
  headers: Record<string, string> = {},
): Promise<Reply> => marque.call('GET', path, { as, headers });

export const textsAt = (id: string): string => `/api/v1/assets/${id}/texts`;

export const putTexts = (
  id: string,
  body: unknown,
  as: Caller = admin,
  headers: Record<string, string> = {},
): Promise<Reply> => marque.call('PUT', textsAt(id), { as, body, headers });

export const textsOf = async (id: string, as: Caller = reader): Promise<Record<string, unknown>> =>
  (await get(textsAt(id), as)).body.data as Record<string, unknown>;

/** Of a picture that says nothing about itself. */
export async function make(meta: Record<string, unknown> = {}, as: Caller = admin): Promise<string> {
  const bytes = await sharp(await makePicture())
    .png()
    .toBuffer();
  return ((await makeAsset(marque, as, { status: 'active', ...meta }, bytes)) as { id: string }).id;
}

export const metadataOf = async (id: string, as: Caller = reader): Promise<Record<string, unknown>> =>
  (await get(`/api/v1/assets/${id}`, as)).body.data.metadata as Record<string, unknown>;

/** What was recorded as changed of an asset, the newest first. */
export const changesOf = async (id: string): Promise<Record<string, unknown>[]> =>
  (
    (await get(`/api/v1/assets/${id}/activity`)).body.data as {
      type: string;
      detail: { changes?: Record<string, unknown> };
    }[]
  ).flatMap(({ type, detail }) => (type === 'asset.changed' && detail.changes ? [detail.changes] : []));

export const none = { title: null, description: null, alt: null };
