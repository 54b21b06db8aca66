// Custom field types that a plugin adds: what they accept, how their values are searched, what a field can be
// converted to, and what is left when the plugin is removed.
import { afterAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { makeAsset } from '../assets/library.ts';
import { addFieldType, type FieldType } from '../../src/fields/types.ts';
import type { Reply } from '../setup/service.ts';
import { startWithWorkspace } from '../setup/workspace.ts';

// Before the service: the types are registered when they are first needed.
const isbn: FieldType = {
  name: 'isbn',
  label: 'ISBN',
  takes: 'an ISBN of 13 digits',
  kind: 'text',
  value: z.string().regex(/^\d{13}$/),
  from: (value) => String(value).replaceAll('-', ''),
};
const decade: FieldType = {
  name: 'decade',
  label: 'Decade',
  takes: 'the first year of a decade',
  kind: 'number',
  value: z.number().multipleOf(10),
};
const season: FieldType = {
  name: 'season',
  label: 'Season',
  takes: 'a season',
  kind: 'select',
  options: ['Spring', 'Autumn'],
};
for (const type of [isbn, decade, season]) addFieldType(type);

const { marque, place, writer: as, proposer: agent } = await startWithWorkspace();

const define = (key: string, type: string, options?: string[]): Promise<Reply> =>
  marque.call('POST', '/api/v1/fields', { as, body: { key, label: key, type, ...(options && { options }) } });
const change = (key: string, body: unknown): Promise<Reply> =>
  marque.call('PATCH', `/api/v1/fields/${key}`, { as, body });
const set = (id: string, fields: unknown): Promise<Reply> =>
  marque.call('PATCH', `/api/v1/assets/${id}`, { as, body: { fields } });
const find = (query: string): Promise<Reply> => marque.call('GET', `/api/v1/assets?${query}`, { as });
const fieldsOf = async (id: string): Promise<unknown> =>
  (await marque.call('GET', `/api/v1/assets/${id}`, { as })).body.data.fields;
afterAll(() => marque.close());

describe("a plugin's field type", () => {
  it('is in the list of types and in the document, after the built-in ones', async () => {
    const { data } = (await marque.call('GET', '/api/v1/field-types', { as })).body;
    expect(data.slice(0, 5).map(({ name }: { name: string }) => name)).toEqual([
      'text',
      'number',
      'date',
      'boolean',
      'select',
    ]);
    expect(data).toContainEqual({
      name: 'isbn',
      label: 'ISBN',
      takes: 'an ISBN of 13 digits',
      kind: 'text',
    });
    const document = (await marque.call('GET', '/api/v1/openapi.json')).body;
    const { type } =
      document.paths['/api/v1/fields'].post.requestBody.content['application/json'].schema.properties;
    expect(type.enum).toEqual(data.map(({ name }: { name: string }) => name));
  });

  it('can be used for a field, and describes its values; only custom choices take options', async () => {
    expect(await define('book', 'isbn')).toMatchObject({
      status: 201,
      body: { data: { type: 'isbn', kind: 'text', takes: 'an ISBN of 13 digits', options: [] } },
    });
    expect((await define('decade', 'decade')).body.data).toMatchObject({ type: 'decade', kind: 'number' });
    expect((await define('season', 'season')).body.data).toMatchObject({
      kind: 'select',
      options: ['Spring', 'Autumn'],
    });
    const { data } = (await marque.call('GET', '/api/v1/fields', { as })).body;
    expect(data.map((one: { type: string; kind: string }) => [one.type, one.kind])).toEqual([
      ['isbn', 'text'],
      ['decade', 'number'],
      ['season', 'select'],
    ]);
    expect((await define('odd', 'isbn', ['a'])).status).toBe(422);
    expect((await define('odd', 'season', ['Winter'])).status).toBe(422);
    expect((await change('season', { options: ['Winter'] })).status).toBe(422);
    expect((await define('odd', 'ean')).status).toBe(400);
    const renamed = await change('season', { label: 'Time of year' });
    expect(renamed.body.data).toMatchObject({
      label: 'Time of year',
      type: 'season',
      options: ['Spring', 'Autumn'],
    });
  });

  it('validates every value, wherever it comes from, with an error that describes valid ones', async () => {
    const { id } = await makeAsset(marque, as, { fields: { book: '9783161484100' } });
    for (const [fields, says] of [
      [{ book: '978-3-16-148410-0' }, 'book must be an ISBN of 13 digits.'],
      [{ book: 9783161484100 }, 'book must be an ISBN of 13 digits.'],
      [{ decade: 1985 }, 'decade must be the first year of a decade.'],
      [{ season: 'Winter' }, 'Time of year must be one of "Spring", "Autumn".'],
    ] as const) {
      const refused = await set(id, fields);
      expect([refused.status, refused.body.error.detail.issues[0].message]).toEqual([422, says]);
      const suggested = await marque.call('POST', `/api/v1/assets/${id}/proposed-fields`, {
        as: agent,
        body: { fields },
      });
      expect([suggested.status, suggested.body.error.detail.issues[0].message]).toEqual([422, says]);
      const given = await marque.call('POST', '/api/v1/collections', { as, body: { name: 'C', fields } });
      expect([given.status, given.body.error.detail.issues[0].message]).toEqual([422, says]);
    }
    expect((await set(id, { decade: 1980, season: 'Spring' })).body.data.fields).toEqual({
      book: '9783161484100',
      decade: 1980,
      season: 'Spring',
    });
  });

  it('is searched, compared and counted like its base type', async () => {
    const { id } = await makeAsset(marque, as, {
      fields: { book: '9780306406157', decade: 1990, season: 'Autumn' },
    });
    const ids = async (query: string): Promise<string[]> =>
      (await find(query)).body.data.map((asset: { id: string }) => asset.id);
    expect(await ids('q=97803')).toEqual([id]);
    expect(await ids('f.book=9780306406157')).toEqual([id]);
    // A limit need not be a valid value.
    expect(await ids('f.decade.gte=1985&f.decade.lte=1999')).toEqual([id]);
    expect(await ids('f.season=Autumn')).toEqual([id]);
    expect((await find('f.book=97')).body.error.detail.issues).toEqual([
      { path: 'f.book', message: 'book must be an ISBN of 13 digits.' },
    ]);
    expect((await find('f.book.gte=9780306406157')).status).toBe(422);
    const { facets } = (await find('')).body;
    expect(facets.fields.season).toEqual([
      { value: 'Autumn', count: 1 },
      { value: 'Spring', count: 1 },
    ]);
    expect(facets.fields).not.toHaveProperty('book');
  });

  it('can be converted to if every value has an equivalent, and converted from', async () => {
    await define('code', 'text');
    const { id } = await makeAsset(marque, as, { fields: { code: '978-0-306-40615-7' } });
    const other = await makeAsset(marque, as, { fields: { code: 'unknown' } });
    const refused = await change('code', { type: 'isbn' });
    expect([refused.status, refused.body.error.detail.examples]).toEqual([422, ['unknown']]);
    await set(other.id, { code: null });
    expect((await change('code', { type: 'isbn' })).body.data.type).toBe('isbn');
    expect(await fieldsOf(id)).toEqual({ code: '9780306406157' });
    const plain = {
      key: 'code',
      label: 'code',
      type: 'text',
      options: [],
      required: false,
      translated: false,
    };
    expect((await change('code', { type: 'text' })).body.data).toEqual(plain);
    expect(await fieldsOf(id)).toEqual({ code: '9780306406157' });
    const choice = await change('season', { type: 'select' });
    expect(choice.body.data).toMatchObject({ type: 'select', options: ['Spring', 'Autumn'] });
    expect((await change('season', { type: 'season' })).body.data.type).toBe('season');
  });

  it('is its base type once its plugin is removed, and its values stay', async () => {
    for (const [key, type] of [
      ['book', 'gone-text'],
      ['season', 'gone-choice'],
    ])
      await marque.service.db.query('update fields set type = $3 where workspace_id = $1 and key = $2', [
        place.workspaceId,
        key,
        type,
      ]);
    expect((await change('book', { label: 'Book' })).body.data).toMatchObject({
      label: 'Book',
      type: 'text',
    });
    expect((await change('season', { required: false })).body.data).toMatchObject({
      type: 'select',
      options: ['Spring', 'Autumn'],
    });
    expect((await change('season', { options: ['Spring', 'Autumn', 'Winter'] })).status).toBe(200);
    expect((await find('f.season=Autumn')).body.total).toBe(1);
    const rows = await marque.service.db.query('select type from fields where key = $1', ['book']);
    expect(rows).toEqual([{ type: 'gone-text' }]);
    expect((await change('book', { type: 'number' })).body.data.type).toBe('number');
  });

  it.each([
    ['one of Marque’s own names', { ...isbn, name: 'date' }, /own field types/],
    ['an invalid name', { ...isbn, name: 'ISBN 13' }, /lowercase/],
    ['a choice without options', { ...isbn, name: 'choice', kind: 'select' as const }, /options/],
    ["options for a type that isn't a choice", { ...isbn, options: ['a'] }, /options/],
  ])('with %s fails the start', (_, type, words) => {
    expect(() => {
      addFieldType(type);
    }).toThrow(words);
  });
});
