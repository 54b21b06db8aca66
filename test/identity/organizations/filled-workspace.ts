// A workspace with one of everything, whose texts and names contain a word that is nowhere else.
import { expect } from '@jest/globals';
import { searchOf } from '../../../src/assets/search/search.ts';
import { fileBytes, makeAsset, makePicture, openTicket, sendBytes } from '../../assets/library.ts';
import type { Person, Place, TestService } from '../../setup/service.ts';

export const marker = 'zebrafinch';

/** A brand with rules, pages, a comment thread and a publish. */
async function fillBrand(
  call: (
    method: string,
    at: string,
    body?: Record<string, unknown>,
  ) => Promise<{ status: number; body: unknown }>,
  asset: string,
): Promise<void> {
  const made = await call('POST', '/api/v1/brands', { name: `${marker} brand`, private: true });
  const { id } = (made.body as { data: { id: string } }).data;
  const at = `/api/v1/brands/${id}`;
  const replies = [
    await call('PATCH', `/api/v1/brand/rules?brand=${id}`, {
      set: [
        { key: 'color.ink', type: 'color', value: '#111111', usage: marker },
        { key: 'logo.main', type: 'text', value: marker, assets: [{ id: asset }] },
      ],
    }),
    await call('PUT', `${at}/pages/start`, { title: marker }),
    await call('PUT', `${at}/pages/more`, { title: marker, parent: 'start' }),
    await call('PATCH', `${at}/theme`, { ink: 'color.ink' }),
    await call('POST', `${at}/publish`, { note: marker }),
  ];
  const thread = await call('POST', `${at}/comments`, { page: 'more', body: marker });
  const { id: threadId } = (thread.body as { data: { id: string } }).data;
  replies.push(await call('POST', `${at}/comments`, { thread: threadId, body: marker }));
  expect(replies.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
}

/** One of everything, created through operations where there is one. */
export async function fillWorkspace(marque: TestService, boss: Person, own: Place, shared: Buffer) {
  const { key } = await marque.makeKey(own, 'admin', { madeById: boss.id });
  const reader = await marque.makePerson(`Reader of ${own.organizationSlug}`);
  const caller = { key };
  const call = (method: string, at: string, body?: Record<string, unknown>) =>
    marque.call(method, at, { as: caller, ...(body ? { body } : {}) });
  await call('POST', '/api/v1/fields', { key: 'animal', label: `${marker} field`, type: 'text' });
  const collection = (
    await call('POST', '/api/v1/collections', { name: `${marker} collection`, private: true })
  ).body.data as { id: string };
  const asset = await makeAsset(marque, caller, {
    filename: `${marker}.png`,
    tags: [marker],
    fields: { animal: marker },
    collections: [collection.id],
  });
  const version = await makeAsset(marque, caller, { versionOf: asset.id });
  const twin = (await fileBytes(marque, caller, shared)).body.data;
  await call('PATCH', `/api/v1/assets/${asset.id}`, { title: `${marker} title`, private: true });
  await call('DELETE', `/api/v1/assets/${version.id}`);
  await fillBrand(call, asset.id as string);
  const remark = await call('POST', `/api/v1/assets/${asset.id}/comments`, { body: marker });
  const { id: remarkId } = (remark.body as { data: { id: string } }).data;
  const answered = await call('POST', `/api/v1/comments/${remarkId}/replies`, { body: marker });
  expect(answered.status).toBe(201);
  await call('POST', '/api/v1/searches', { name: `${marker} search`, query: { q: marker } });
  await sendBytes(marque, caller, await makePicture(), { filename: `${marker}.png` });
  const pieces = await makePicture();
  const ticket = await openTicket(marque, caller, pieces, { filename: `${marker}.png` });
  await marque.call('PATCH', ticket.uploadUrl, {
    body: pieces.subarray(0, 20),
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
  });
  expect((await marque.call('GET', `/a/${twin.id}/w_37`)).status).toBe(200);
  await marque.grant(reader.id, 'asset', asset.id, 'read', { place: own });
  await marque.grant(reader.id, 'collection', collection.id, 'read', { place: own });
  await searchOf(marque.service).built(own.workspaceId);
  return { caller, reader, collection, asset, version, twin };
}
