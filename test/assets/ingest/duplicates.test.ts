// Bytes uploaded again with other metadata: the answer says what happened to each part.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '../../agents/client.ts';
import { callsAs } from '../../setup/callers.ts';
import { eventsOf } from '../../setup/events.ts';
import type { Caller } from '../../setup/service.ts';
import { defineFields, startWithWorkspace } from '../../setup/workspace.ts';
import { fileBytes, makeAsset, makePicture } from '../library.ts';

const { marque, place, writer, proposer: scout } = await startWithWorkspace({ FETCH_ALLOW: '127.0.0.1' });

const rights = {
  license: 'Stock',
  territories: ['DE'],
  channels: [],
  embargo: null,
  expires: null,
  modelRelease: null,
};

beforeAll(async () => {
  await defineFields(marque, writer, { key: 'place', label: 'Place', type: 'text' });
});
afterAll(() => marque.close());

const asset = async (id: string) => (await callsAs(marque, writer).done('GET', `/assets/${id}`)).body.data;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into records of every shape
const waitingFor = async (id: string): Promise<any[]> =>
  (await callsAs(marque, writer).done('GET', `/proposals?target=${id}`)).body.data;
const decide = (id: string, body: unknown) =>
  callsAs(marque, writer).done('POST', `/proposals/${id}/decision`, body);

/** An asset and its bytes. */
async function filed(as: Caller = writer, meta: Record<string, unknown> = {}) {
  const bytes = await makePicture();
  const about = { filename: 'one.png', tags: ['old'], fields: { place: 'Kiel' }, rights, ...meta };
  return { bytes, ...(await makeAsset(marque, as, about, bytes)) } as { bytes: Buffer; id: string };
}

describe('bytes uploaded again', () => {
  it('list over REST what was not applied, and change nothing', async () => {
    const { id, bytes } = await filed();
    const before = await asset(id);
    const collection = await marque.makeCollection(place);
    const again = await fileBytes(marque, writer, bytes, {
      filename: 'two.png',
      tags: ['Old', 'new'],
      title: 'Two',
      copyright: '© Us',
      fields: { place: 'Orbit' },
      rights: { license: 'CC0', territories: ['DE'], expires: null },
      collections: [collection],
      origin: 'generated',
      generator: 'Brush 2',
      private: true,
      status: 'draft',
      versionOf: id,
      note: 'Better data',
    });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({
      data: before,
      deduped: true,
      proposals: [],
      notApplied: [
        { field: 'tags', sent: ['new'], current: ['old'] },
        { field: 'title', sent: 'Two', current: null },
        { field: 'fields.place', sent: 'Orbit', current: 'Kiel' },
        { field: 'rights.license', sent: 'CC0', current: 'Stock' },
        { field: 'filename', sent: 'two.png', current: 'one.png' },
        { field: 'collections', sent: [collection], current: [] },
        { field: 'origin', sent: 'generated', current: null },
        { field: 'generator', sent: 'Brush 2', current: null },
        { field: 'private', sent: true, current: false },
        { field: 'status', sent: 'draft', current: 'active' },
        { field: 'copyright', sent: '© Us', current: null },
        { field: 'versionOf', sent: id, current: null },
        { field: 'note', sent: 'Better data', current: null },
      ],
    });
    expect(await asset(id)).toEqual(before);
    expect(await waitingFor(id)).toEqual([]);
    const same = await fileBytes(marque, writer, bytes, { filename: 'one.png', tags: ['old'], rights });
    expect(same.body).toEqual({ data: before, deduped: true, notApplied: [], proposals: [] });
  });

  it('become proposals if requested, and are applied once accepted', async () => {
    const { id, bytes } = await filed();
    const before = await asset(id);
    const collection = await marque.makeCollection(place);
    const sent = {
      filename: 'one.png',
      tags: ['old', 'new'],
      title: 'Kiel harbour',
      fields: { place: 'Orbit' },
      rights: { license: 'CC0' },
      copyright: '© Us',
      origin: 'shot',
      private: false,
      collections: [collection],
      status: 'draft',
      note: 'From the archive',
      onDuplicate: 'propose',
    };
    const again = await fileBytes(marque, scout, bytes, sent);
    expect(again.status).toBe(200);
    expect(again.body.data).toEqual(before);
    expect(again.body.notApplied).toEqual([{ field: 'status', sent: 'draft', current: 'active' }]);
    expect(again.body.proposals).toMatchObject([
      { kind: 'title', before: { title: null }, after: { title: 'Kiel harbour' } },
      { kind: 'copyright', after: { copyright: '© Us' } },
      { kind: 'tags', after: { tags: ['new'], remove: [] }, note: 'From the archive', status: 'waiting' },
      { kind: 'fields', before: { fields: { place: 'Kiel' } }, after: { fields: { place: 'Orbit' } } },
      { kind: 'rights', before: { rights }, after: { rights: { ...rights, license: 'CC0' } } },
      { kind: 'provenance', after: { provenance: { origin: 'shot' } } },
      { kind: 'collections', after: { collections: [collection], remove: [] } },
    ]);
    // Sending the same again returns the waiting proposal.
    const twice = await fileBytes(marque, scout, bytes, sent);
    const ids = (body: { proposals: { id: string }[] }) => body.proposals.map((one) => one.id);
    expect(ids(twice.body)).toEqual(ids(again.body));
    for (const one of ids(again.body)) await decide(one, { decision: 'accept' });
    expect(await asset(id)).toMatchObject({
      tags: ['old', 'new'],
      metadata: { title: 'Kiel harbour', copyright: '© Us' },
      fields: { place: 'Orbit' },
      rights: { ...rights, license: 'CC0' },
      origin: 'shot',
      collections: [collection],
    });
    // What can't be proposed is said to be left, and so is what would clear a value.
    const left = await fileBytes(marque, scout, bytes, {
      filename: 'one.png',
      parentAssetId: id,
      title: null,
      onDuplicate: 'propose',
    });
    expect([left.status, left.body.proposals]).toEqual([200, []]);
    expect(left.body.notApplied.map(({ field }: { field: string }) => field)).toEqual([
      'title',
      'parentAssetId',
    ]);
    // Callers who could write propose all the same: onDuplicate decides.
    const written = await fileBytes(marque, writer, bytes, { tags: ['mine'], onDuplicate: 'propose' });
    expect(written.body.proposals).toMatchObject([{ kind: 'tags', after: { tags: ['mine'] } }]);
    expect((await asset(id)).tags).toEqual(['old', 'new']);
  });

  it('propose a rejected asset again, but only if requested', async () => {
    const { id, bytes } = await filed(scout);
    await callsAs(marque, writer).done('PATCH', `/assets/${id}`, { status: 'rejected', reviewNote: 'Dark' });
    const other = await marque.makeKey(place, 'propose');
    const ignored = await fileBytes(marque, other, bytes, { status: 'active' });
    expect(ignored.body).toMatchObject({
      data: { status: 'rejected' },
      notApplied: expect.arrayContaining([{ field: 'status', sent: 'active', current: 'rejected' }]),
    });
    expect(
      (await callsAs(marque, writer).call('PATCH', `/assets/${id}`, { status: 'proposed' })).status,
    ).toBe(409);

    const again = await fileBytes(marque, other, bytes, {
      fields: { place: 'Orbit' },
      note: 'Now brighter',
      onDuplicate: 'propose',
    });
    expect(again.body.data).toMatchObject({
      id,
      status: 'proposed',
      proposedBy: expect.stringMatching(/^Key/),
    });
    expect(again.body.proposals).toMatchObject([
      { kind: 'asset', note: 'Now brighter', byId: other.id, status: 'waiting' },
      { kind: 'fields', after: { fields: { place: 'Orbit' } } },
    ]);
    expect((await eventsOf(marque, id)).slice(-2)).toEqual(['asset.proposed', 'asset.change_proposed']);
    for (const { id: one } of again.body.proposals) await decide(one, { decision: 'accept' });
    expect(await asset(id)).toMatchObject({ status: 'active', fields: { place: 'Orbit' } });
  });

  it('twice at once become one proposal', async () => {
    const { id, bytes } = await filed();
    const send = () => fileBytes(marque, scout, bytes, { tags: ['both'], onDuplicate: 'propose' });
    const replies = await Promise.all([send(), send()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await waitingFor(id)).toHaveLength(1);
  });

  it('are refused as a whole if a value is invalid for its field, and the ticket stays open', async () => {
    const { id, bytes } = await filed();
    const refused = await fileBytes(marque, scout, bytes, {
      tags: ['x'],
      fields: { nowhere: 'x' },
      onDuplicate: 'propose',
    });
    expect(refused.status).toBe(422);
    expect(refused.body.error.detail.issues).toMatchObject([{ path: 'fields.nowhere' }]);
    expect(await waitingFor(id)).toEqual([]);
    const wrong = await fileBytes(marque, scout, bytes, { onDuplicate: 'overwrite' });
    expect(wrong.status).toBe(400);
  });

  it('list what was not applied to an asset that the caller can read but not propose for', async () => {
    const { id, bytes } = await filed();
    const person = await marque.makePerson();
    const collection = await marque.makeCollection(place, { name: 'Theirs' });
    await marque.grant(person.id, 'collection', collection, 'propose', { place });
    await marque.grant(person.id, 'asset', id, 'read', { place });
    const again = await fileBytes(marque, { cookie: person.cookie }, bytes, {
      collections: [collection],
      tags: ['x'],
      onDuplicate: 'propose',
    });
    expect(again.status).toBe(200);
    expect(again.body.notApplied).toEqual(
      expect.arrayContaining([{ field: 'tags', sent: ['x'], current: ['old'] }]),
    );
    expect(again.body.proposals).toEqual([]);
    expect(await waitingFor(id)).toEqual([]);
  });

  it('by form get the same answer', async () => {
    const { bytes } = await filed();
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), 'one.png');
    form.append('meta', JSON.stringify({ tags: ['form'] }));
    const again = await marque.call('POST', '/api/v1/assets', { as: writer, body: form });
    expect(again.body.notApplied).toEqual([{ field: 'tags', sent: ['form'], current: ['old'] }]);
  });

  it('are proposed by agents, unless they say otherwise', async () => {
    const { id, bytes } = await filed();
    const server = http.createServer((_, response) => response.end(bytes));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/any.png`;
    const agent = await connect(marque.url, scout.key);
    try {
      const proposed = await agent.done('ingest_asset', { url, tags: ['agent'] });
      expect(proposed).toMatchObject({
        deduped: true,
        data: { id },
        notApplied: [],
        proposals: [{ kind: 'tags', after: { tags: ['agent'] } }],
      });
      const ignored = await agent.done('ingest_asset', { url, tags: ['more'], onDuplicate: 'ignore' });
      expect(ignored).toMatchObject({ notApplied: [{ field: 'tags', sent: ['more'] }], proposals: [] });
    } finally {
      await agent.close();
      server.close();
    }
  });
});

describe('a new asset', () => {
  it('lists sent metadata that could not be applied', async () => {
    const [waits, plain] = [
      await fileBytes(marque, scout, await makePicture(), { status: 'active', note: 'Why' }),
      await fileBytes(marque, scout, await makePicture(), { note: 'Why' }),
    ];
    expect(waits.status).toBe(201);
    expect(waits.body.notApplied).toEqual([{ field: 'status', sent: 'active', current: 'proposed' }]);
    expect(Object.keys(plain.body)).toEqual(['data', 'deduped']);
    const written = await fileBytes(marque, writer, await makePicture(), { note: 'For nobody' });
    expect(written.body.notApplied).toEqual([{ field: 'note', sent: 'For nobody', current: null }]);
  });
});
