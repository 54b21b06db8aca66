// Defining custom fields: every type, which values each accepts, who can define them and who can read them.
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Caller, Reply } from '../setup/service.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { issuePaths } from '../setup/issues.ts';
import { fileBytes, makeAsset, makePicture } from '../assets/library.ts';

const { marque, place, other, asEditor, reader, proposer, stranger } = await startWithWorkspace();

afterAll(() => marque.close());

const create = (as: Caller, body: unknown): Promise<Reply> =>
  marque.call('POST', '/api/v1/fields', { as, body });
const list = (as: Caller): Promise<Reply> => marque.call('GET', '/api/v1/fields', { as });
const keysFor = async (as: Caller): Promise<string[]> =>
  ((await list(as)).body.data as { key: string }[]).map(({ key }) => key);
describe('a field', () => {
  it('of every type can be defined, is listed in creation order, and accepts only valid values', async () => {
    const cases = [
      ['text', ['words', 'ü'.repeat(5000)], ['', '  ', 5, true]],
      ['number', [0, -1.5, Number.MAX_SAFE_INTEGER], ['5', true, Number.MAX_SAFE_INTEGER * 2]],
      [
        'date',
        ['2024-02-29', '0999-01-01'],
        ['2023-02-29', '2024-2-9', '2024-02-29T00:00:00Z', 20240229, 'today'],
      ],
      ['boolean', [true, false], ['true', 0, 1]],
      ['select', ['one', 'two'], ['One', '', 'three', 1]],
    ] as const;
    for (const [type] of cases) {
      const options = type === 'select' ? { options: ['one', 'two'] } : {};
      const { status, body } = await create(asEditor, {
        key: `a_${type}`,
        label: `A ${type}`,
        type,
        ...options,
      });
      expect([type, status]).toEqual([type, 201]);
      expect(body).toEqual({
        data: {
          key: `a_${type}`,
          label: `A ${type}`,
          type,
          options: [],
          required: false,
          translated: false,
          ...options,
        },
      });
    }
    const listed = await list(reader);
    expect(Object.keys(listed.body)).toEqual(['data']);
    expect(listed.body.data.map(({ type }: { type: string }) => type)).toEqual(cases.map(([type]) => type));

    const { id } = await makeAsset(marque, asEditor);
    const set = (key: string, value: unknown): Promise<Reply> =>
      marque.call('PATCH', `/api/v1/assets/${id}`, { as: asEditor, body: { fields: { [key]: value } } });
    for (const [type, fit, unfit] of cases) {
      for (const value of fit)
        expect((await set(`a_${type}`, value)).body.data.fields[`a_${type}`]).toBe(value);
      for (const value of unfit) {
        const refused = await set(`a_${type}`, value);
        expect([type, value, refused.status]).toEqual([type, value, 422]);
        expect(issuePaths(refused)).toEqual([`fields.a_${type}`]);
        expect(refused.body.error.message).toContain(`A ${type}`);
      }
    }
    for (const value of ['x'.repeat(5001), [], {}, ['one']])
      expect((await set('a_text', value)).status).toBe(400);
  });

  it('with an invalid key is refused, and the key named', async () => {
    for (const key of [
      '',
      'Upper',
      '1st',
      '_x',
      'with-dash',
      'with space',
      'ümlaut',
      'x'.repeat(41),
      '__proto__',
      'a.b',
      5,
      null,
    ]) {
      const refused = await create(asEditor, { key, label: 'L', type: 'text' });
      expect([key, refused.status]).toEqual([key, 400]);
      expect(issuePaths(refused)).toEqual(['key']);
    }
    for (const key of ['x', `a${'_9'.repeat(19)}z`])
      expect((await create(stranger, { key, label: 'L', type: 'text' })).status).toBe(201);
  });

  it('whose key is a JavaScript keyword works like any other', async () => {
    const agency = await marque.makePlace();
    const boss = await marque.makeKey(agency, 'admin');
    await create(boss, { key: 'constructor', label: 'Constructor', type: 'text', required: true });
    const file = async (fields: object): Promise<Reply> =>
      fileBytes(marque, boss, await makePicture(), { fields });
    expect(issuePaths(await file({}))).toEqual(['fields.constructor']);
    const filed = await file({ constructor: 'of bridges' });
    expect(filed.body.data.fields).toEqual({ constructor: 'of bridges' });
    const agent = await marque.makeKey(agency, 'propose');
    const { id } = await makeAsset(marque, agent);
    const suggested = await marque.call('POST', `/api/v1/assets/${id}/proposed-fields`, {
      as: agent,
      body: { fields: { constructor: 'of towers' } },
    });
    expect(suggested.body.data.proposedFields).toEqual({ constructor: 'of towers' });
    for (const key of ['toString', 'hasOwnProperty', 'valueOf'])
      expect(issuePaths(await file({ constructor: 'x', [key]: 'x' }))).toEqual([`fields.${key}`]);
  });

  it('with several problems has all of them named at once', async () => {
    const refused = await create(asEditor, {
      key: 'Bad',
      label: ' ',
      type: 'color',
      options: ['', 5],
      required: 'yes',
      extra: 1,
    });
    expect(refused.status).toBe(400);
    expect(issuePaths(refused).sort().join(' ')).toBe('extra key label options[0] options[1] required type');
    expect(issuePaths(await create(asEditor, {})).sort()).toEqual(['key', 'label', 'type']);
    expect((await create(asEditor, { key: 'k', label: 'x'.repeat(101), type: 'text' })).status).toBe(400);
    expect(await keysFor(reader)).not.toContain('k');
  });

  it('that could not work is refused: a select without options, options elsewhere, a duplicate option', async () => {
    for (const [type, options] of [
      ['select', undefined],
      ['select', []],
      ['select', ['a', 'a']],
      ['select', ['a', ' a ']],
      ['text', ['a']],
    ] as const) {
      const refused = await create(asEditor, { key: 'broken', label: 'Broken', type, options });
      expect([type, options, refused.status]).toEqual([type, options, 422]);
      expect(issuePaths(refused)).toEqual(['options']);
    }
    expect(await keysFor(reader)).not.toContain('broken');
  });

  it('exists once: the same key again is a conflict, and so is the second of two at once', async () => {
    const body = { key: 'once', label: 'Once', type: 'text' };
    const replies = await Promise.all([1, 2, 3].map(() => create(asEditor, body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await create(asEditor, { ...body, type: 'number' })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', message: expect.stringContaining('once') } },
    });
    expect((await keysFor(reader)).filter((key) => key === 'once')).toHaveLength(1);
    const events = await marque.service.db.query(
      `select type from marque.events where workspace_id = $1 and detail->>'key' = 'once'`,
      [place.workspaceId],
    );
    expect(events).toEqual([{ type: 'field.created' }]);
    expect((await create(stranger, body)).status).toBe(201);
  });

  it('belongs to its workspace: elsewhere its key is unknown', async () => {
    await create(asEditor, { key: 'only_here', label: 'Only here', type: 'text' });
    expect(await keysFor(reader)).toContain('only_here');
    expect(await keysFor(stranger)).not.toContain('only_here');
    const refused = await fileBytes(marque, stranger, await makePicture(), { fields: { only_here: 'x' } });
    expect(issuePaths(refused)).toEqual(['fields.only_here']);
  });
});

describe('defining fields', () => {
  it('needs write and the ability to configure', async () => {
    const body = { key: 'nobody_made_this', label: 'No', type: 'text' };
    const withoutSetup = await marque.makeMember(place, 'write', { limits: ['setup'] });
    expect(await create({ cookie: withoutSetup.cookie }, body)).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden', detail: { needs: 'setup' } } },
    });
    for (const [as, has] of [
      [reader, 'read'],
      [proposer, 'propose'],
    ] as const)
      expect(await create(as, body)).toMatchObject({
        status: 403,
        body: { error: { detail: { needs: 'write', has } } },
      });
    expect((await create(null, body)).status).toBe(401);
    // Forbidden takes precedence over malformed.
    expect((await create(reader, { nonsense: true })).status).toBe(403);
    expect(await keysFor(reader)).not.toContain('nobody_made_this');
  });

  it('needs a grant on the workspace: with one on a collection in it a caller can list, but not define', async () => {
    const collection = await marque.makeCollection(place);
    const guest = await marque.makePerson();
    await marque.grant(guest.id, 'collection', collection, 'write', { place });
    const as = { cookie: guest.cookie };
    expect(await keysFor(as)).toEqual(await keysFor(reader));
    expect((await create(as, { key: 'by_guest', label: 'By a guest', type: 'text' })).status).toBe(403);
    expect(await keysFor(reader)).not.toContain('by_guest');
  });

  it('is refused to a cookie from another page', async () => {
    const reply = await marque.call('POST', '/api/v1/fields', {
      as: asEditor,
      body: { key: 'crossed', label: 'Crossed', type: 'text' },
      headers: { origin: 'https://evil.example' },
    });
    expect(reply.status).toBe(403);
    expect(await keysFor(reader)).not.toContain('crossed');
  });
});

describe('listing fields', () => {
  it('is for everyone with access inside the workspace, and for no one else', async () => {
    const outsider = await marque.makePerson();
    expect((await list({ cookie: outsider.cookie })).status).toBe(404);
    expect((await list(null)).status).toBe(401);
    const onAsset = await marque.makePerson();
    const { id } = await makeAsset(marque, asEditor, { private: true });
    await marque.grant(onAsset.id, 'asset', id, 'read', { place });
    expect(await keysFor({ cookie: onAsset.cookie })).toEqual(await keysFor(reader));
    expect(
      (
        await marque.call('GET', '/api/v1/fields', {
          as: reader,
          headers: { 'x-workspace': other.workspaceId },
        })
      ).status,
    ).toBe(404);
  });
});
