// Saved searches over HTTP: shared by the workspace, created and deleted with write.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineFields, startWithWorkspace } from '../../setup/workspace.ts';
import { issuePaths } from '../../setup/issues.ts';

const { marque, asEditor: as, reader, stranger } = await startWithWorkspace();

beforeAll(async () => {
  await defineFields(marque, as, { key: 'year', label: 'Year', type: 'number' });
});
afterAll(() => marque.close());

const save = (body: unknown, caller: { key: string } | { cookie: string } = as) =>
  marque.call('POST', '/api/v1/searches', { as: caller, body });
const namesSeenBy = async (caller: { key: string } | { cookie: string }): Promise<string[]> =>
  (await marque.call('GET', '/api/v1/searches', { as: caller })).body.data.map(
    ({ name }: { name: string }) => name,
  ) as string[];

describe('a saved search', () => {
  it('is created, listed by name for everyone who can read, and deleted', async () => {
    const query = { q: 'logo', tag: ['red', 'blue'], 'f.year.gte': '1990', sort: 'name' };
    const made = await save({ name: 'Red logos', query });
    expect(made.status).toBe(201);
    expect(made.body.data).toEqual({
      id: expect.any(String),
      name: 'Red logos',
      query,
      createdBy: 'Edda Editor',
      createdAt: expect.stringMatching(/Z$/),
    });
    await save({ name: 'a waiting pile', query: { review: 'true' } });
    expect(await namesSeenBy(reader)).toEqual(['a waiting pile', 'Red logos']);
    expect(await namesSeenBy(stranger)).toEqual([]);
    const again = await save({ name: 'red LOGOS', query: {} });
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict']);
    const { id } = made.body.data;
    expect((await marque.call('DELETE', `/api/v1/searches/${id}`, { as: stranger })).status).toBe(404);
    expect((await marque.call('DELETE', `/api/v1/searches/${id}`, { as: reader })).status).toBe(403);
    const gone = await marque.call('DELETE', `/api/v1/searches/${id}`, { as });
    expect([gone.status, gone.body]).toEqual([200, { data: { deleted: true } }]);
    expect((await marque.call('DELETE', `/api/v1/searches/${id}`, { as })).status).toBe(404);
    expect((await marque.call('DELETE', '/api/v1/searches/nonsense', { as })).status).toBe(404);
    const events = await marque.service.db.query<{ type: string }>(
      'select type from marque.events where subject_id = $1 order by id',
      [id],
    );
    expect(events.map(({ type }) => type)).toEqual(['search.saved', 'search.deleted']);
  });

  it('can be run as it was saved', async () => {
    const { body } = await save({ name: 'Runs', query: { type: ['image', 'video'], 'f.year.lte': '2000' } });
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(body.data.query as Record<string, string | string[]>))
      for (const one of [value].flat()) parameters.append(name, one);
    expect((await marque.call('GET', `/api/v1/assets?${parameters}`, { as: reader })).status).toBe(200);
  });

  it('is refused below write, and if it could never be run', async () => {
    expect((await save({ name: 'Mine', query: {} }, reader)).status).toBe(403);
    const refused = await save({ name: 'Bad', query: { color: 'red', type: 'hat', limit: '3' } });
    expect([refused.status, issuePaths(refused).sort()]).toEqual([
      400,
      ['query.color', 'query.limit', 'query.type'],
    ]);
    expect((await save({ name: '', query: {} })).status).toBe(400);
    expect((await save({ name: 'Bad', query: { q: 3 } })).status).toBe(400);
    const unknown = await save({ name: 'Bad', query: { 'f.nowhere': 'x' } });
    expect([unknown.status, unknown.body.error.detail.issues[0].path]).toEqual([422, 'query.f.nowhere']);
    const facet = await save({ name: 'Bad', query: { 'facet.nowhere': 'x' } });
    expect([facet.status, facet.body.error.detail.issues[0].path]).toEqual([422, 'query.facet.nowhere']);
    expect(await namesSeenBy(as)).not.toContain('Bad');
  });

  it('that names a private collection is listed only for those who can read that one', async () => {
    const { body } = await marque.call('POST', '/api/v1/collections', {
      as,
      body: { name: 'Merger', private: true },
    });
    await save({ name: 'By id', query: { collection: body.data.id } });
    await save({ name: 'By name', query: { collection: 'merger' } });
    expect((await namesSeenBy(as)).filter((name) => name.startsWith('By'))).toEqual(['By id', 'By name']);
    expect((await namesSeenBy(reader)).filter((name) => name.startsWith('By'))).toEqual([]);
  });
});
