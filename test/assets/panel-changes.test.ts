// An asset changed in the panel: the rules are those of our API, with errors in Payload's shape.
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Person } from '../setup/service.ts';
import { everythingKept, makeAsset, makePicture, sendBytes } from './library.ts';
import { formOf, message, panel, problems } from './panel-forms.ts';
import { editor, marque, outsider, place, proposer, reader } from './panel-people.ts';

afterAll(() => marque.close());

describe('a change made in the panel', () => {
  it('follows the allowed status changes, and lists them', async () => {
    const { id } = await makeAsset(marque, editor);
    const refused = await panel('PATCH', `/assets/${id}`, editor, { status: 'rejected' });
    expect(refused.status).toBe(409);
    expect(message(refused)).toContain('archived');
    expect((await panel('PATCH', `/assets/${id}`, editor, { status: 'archived' })).body.doc.status).toBe(
      'archived',
    );
  });

  it('requires the ability, the note and the values that our API requires', async () => {
    const helper = await marque.makeMember(place, 'write', { limits: ['approve', 'delete'] });
    const { id } = await makeAsset(marque, proposer);
    const forbidden = await panel('PATCH', `/assets/${id}`, helper, { status: 'active' });
    expect([forbidden.status, message(forbidden)]).toEqual([403, expect.stringContaining('approve')]);
    expect(problems(await panel('PATCH', `/assets/${id}`, editor, { status: 'rejected' }))).toEqual([
      'reviewNote',
    ]);
    expect(problems(await panel('PATCH', `/assets/${id}`, editor, { fields: { subject: 'dogs' } }))).toEqual([
      'fields.subject',
    ]);
    const trashed = await panel('PATCH', `/assets/${id}`, helper, { deletedAt: new Date().toISOString() });
    expect(trashed.status).toBe(403);
    expect((await panel('DELETE', `/assets/${id}`, editor)).status).toBe(403);
    const { body } = await marque.call('GET', `/api/v1/assets/${id}`, { as: editor });
    expect(body.data).toMatchObject({ status: 'proposed', fields: {}, deletedAt: null });
  });

  it('is a 404 for callers without access', async () => {
    const { id } = await makeAsset(marque, editor);
    const hidden = await makeAsset(marque, editor, { private: true });
    const colleague = await marque.makeMember(place, 'write');
    for (const [as, asset] of [
      [reader, id],
      [proposer, id],
      [outsider, id],
      [null, id],
      [colleague, hidden.id],
    ] as const) {
      const answer = await panel('PATCH', `/assets/${asset}`, as, { status: 'archived' });
      expect([403, 404]).toContain(answer.status);
    }
    for (const [as, asset] of [
      [outsider, id],
      [null, id],
      [colleague, hidden.id],
    ] as const)
      expect([403, 404]).toContain((await panel('GET', `/assets/${asset}`, as)).status);
    const { body } = await marque.call('GET', `/api/v1/assets/${id}`, { as: editor });
    expect(body.data.status).toBe('active');
  });

  it('from another page has no session', async () => {
    const { id } = await makeAsset(marque, editor);
    const answer = await panel(
      'PATCH',
      `/assets/${id}`,
      editor,
      { status: 'archived' },
      { origin: 'https://evil.example' },
    );
    expect(answer.status).toBe(403);
  });

  it('changes no properties of the file, and nothing that the server maintains', async () => {
    const asset = await makeAsset(marque, editor);
    const elsewhere = await marque.makePlace();
    const answer = await panel('PATCH', `/assets/${asset.id}`, editor, {
      sha256: 'f'.repeat(64),
      filename: 'other.png',
      mimeType: 'text/html',
      filesize: 1,
      width: 1,
      height: 1,
      probe: { lies: true },
      c2pa: { manifests: 9 },
      workspace: elsewhere.workspaceId,
      proposedBy: 'Somebody',
      effectivePrivate: true,
      current: false,
      version: 7,
      stackId: asset.id,
      focalX: 10,
      focalY: 10,
      metadata: { title: 'Changed' },
    });
    expect(answer.status).toBe(200);
    const { body } = await marque.call('GET', `/api/v1/assets/${asset.id}`, { as: editor });
    expect({ ...body.data, updatedAt: null }).toEqual({
      ...asset,
      metadata: { title: 'Changed' },
      updatedAt: null,
    });
    expect((await marque.call('GET', `/a/${asset.id}`)).bytes.length).toBe(asset.size);
  });

  it("is validated by our API's schemas", async () => {
    const asset = await makeAsset(marque, editor);
    const theirs = await makeAsset(marque, outsider);
    for (const [data, at] of [
      [{ metadata: 5 }, 'metadata'],
      [{ metadata: { keywords: 'one' } }, 'metadata.keywords'],
      [{ metadata: { title: 'x'.repeat(501) } }, 'metadata.title'],
      [{ tags: { a: 1 } }, 'tags'],
      [{ rights: { expires: '2026-02-30' } }, 'rights.expires'],
      [{ rights: [] }, 'rights'],
      [{ fields: 'x' }, 'fields'],
      [{ fields: { subject: {} } }, 'fields.subject'],
      [{ parentAssetId: 'nonsense' }, 'parentAssetId'],
      [{ parentAssetId: theirs.id }, 'parentAssetId'],
    ] as const) {
      const answer = await panel('PATCH', `/assets/${asset.id}`, editor, data);
      expect([data, answer.status, problems(answer)]).toEqual([data, 400, [at]]);
    }
    const changed = await panel('PATCH', `/assets/${asset.id}`, editor, {
      rights: { license: 'CC0' },
      metadata: { title: '  Spaced ', creator: '', nope: true },
      tags: ['a', 'A'],
      fields: { subject: null },
    });
    expect(changed.status).toBe(200);
    const { body } = await marque.call('GET', `/api/v1/assets/${asset.id}`, { as: editor });
    expect(body.data).toMatchObject({
      rights: { license: 'CC0', territories: [], channels: [], modelRelease: null },
      tags: ['a'],
      fields: {},
    });
    expect(body.data.metadata).toEqual({ title: 'Spaced' });
  });

  it('never replaces the bytes', async () => {
    const { id } = await makeAsset(marque, editor);
    const { token } = await sendBytes(marque, editor, await makePicture());
    const answer = await panel('PATCH', `/assets/${id}`, editor, formOf(token));
    expect(answer.status).toBe(409);
    expect(message(answer)).toContain("can't be replaced");
    const edited = await panel(
      'PATCH',
      `/assets/${id}?uploadEdits[crop][x]=1&uploadEdits[widthInPixels]=5`,
      editor,
      {
        tags: ['cropped'],
      },
    );
    expect(edited.status).toBe(409);
  });

  it('is recorded with the person who made it', async () => {
    const { id } = await makeAsset(marque, proposer);
    await panel('PATCH', `/assets/${id}`, editor, { status: 'active' });
    const events = await marque.service.db.query(
      'select type, actor_kind, actor_id from marque.events where subject_id = $1 order by id',
      [id],
    );
    expect(events).toEqual([
      { type: 'asset.proposed', actor_kind: 'person', actor_id: proposer.id },
      { type: 'asset.approved', actor_kind: 'person', actor_id: editor.id },
    ]);
  });
});

describe("Payload's other routes", () => {
  it('return no bytes: those come from our own routes', async () => {
    const { filename } = await makeAsset(marque, editor);
    for (const as of [editor, null])
      expect([403, 404]).toContain((await panel('GET', `/assets/file/${filename}`, as)).status);
  });

  it('list only what the caller can read', async () => {
    const open = await makeAsset(marque, editor);
    const hidden = await makeAsset(marque, editor, { private: true });
    const idsFor = async (as: Person): Promise<string[]> =>
      ((await panel('GET', '/assets?limit=500', as)).body.docs as { id: string }[]).map(({ id }) => id);
    expect(await idsFor(editor)).toEqual(expect.arrayContaining([open.id, hidden.id]));
    const seen = await idsFor(reader);
    expect(seen).toContain(open.id);
    expect(seen).not.toContain(hidden.id);
    expect(await idsFor(outsider)).not.toContain(open.id);
    expect((await panel('GET', '/assets', null)).status).toBe(403);
  });

  it('duplicate nothing: a copy would have the same bytes', async () => {
    const { id } = await makeAsset(marque, editor);
    const before = await everythingKept(marque);
    const answer = await panel('POST', `/assets/${id}/duplicate`, editor, {});
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await everythingKept(marque)).toEqual(before);
  });
});
