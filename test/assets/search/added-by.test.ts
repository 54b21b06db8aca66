// Who added an asset: what somebody added is found and counted, whoever changed it since.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { searchOf } from '../../../src/assets/search/search.ts';
import type { Caller } from '../../setup/service.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset } from '../library.ts';

const { marque, place, editor, asEditor, admin, reader, proposer } = await startWithWorkspace();

interface Uploader {
  value: string;
  name: string;
  count: number;
}

async function find(query: string, as: Caller = reader): Promise<{ ids: string[]; addedBy: Uploader[] }> {
  const { status, body } = await marque.call('GET', `/api/v1/assets${query}`, { as });
  expect(status).toBe(200);
  return {
    ids: (body.data as { id: string }[]).map(({ id }) => id),
    addedBy: body.facets.addedBy as Uploader[],
  };
}

const made = async (as: Caller, meta: Record<string, unknown> = {}): Promise<string> =>
  (await makeAsset(marque, as, meta)).id as string;

let edited: string[];
let secret: string;
let filed: string[];
let proposed: string;

beforeAll(async () => {
  edited = [await made(asEditor, { tags: ['sea'] }), await made(asEditor), await made(asEditor)];
  secret = await made(asEditor, { private: true });
  filed = [await made(admin), await made(admin)];
  proposed = await made(proposer);
  const decided = await marque.call('PATCH', `/api/v1/assets/${proposed}`, {
    as: asEditor,
    body: { status: 'active' },
  });
  expect(decided.status).toBe(200);
  // Events are kept for some time only.
  await marque.service.db.query(`delete from marque.events where type like 'asset.%'`);
});
afterAll(() => marque.close());

describe.each(['index', 'sql'] as const)('a search answered by the %s', (path) => {
  beforeAll(async () => {
    await searchOf(marque.service).built(place.workspaceId);
    searchOf(marque.service).path = path;
  });
  afterAll(() => {
    searchOf(marque.service).path = 'index';
  });

  it('counts who added what the caller can see', async () => {
    expect((await find('')).addedBy).toEqual([
      { value: editor.id, name: 'Edda Editor', count: 3 },
      { value: admin.id, name: expect.stringMatching(/^Key /), count: 2 },
      { value: proposer.id, name: expect.stringMatching(/^Key /), count: 1 },
    ]);
    expect((await find('', asEditor)).addedBy[0]).toEqual({
      value: editor.id,
      name: 'Edda Editor',
      count: 4,
    });
    expect((await find('?tag=sea')).addedBy).toEqual([{ value: editor.id, name: 'Edda Editor', count: 1 }]);
  });

  it('finds what one or any of several added', async () => {
    const newestFirst = (ids: readonly string[]): string[] => [...ids].reverse();
    expect((await find(`?addedBy=${editor.id}`)).ids).toEqual(newestFirst(edited));
    expect((await find(`?addedBy=${editor.id}`, asEditor)).ids).toContain(secret);
    expect((await find(`?addedBy=${admin.id}&addedBy=${proposer.id}`)).ids).toEqual(
      newestFirst([...filed, proposed]),
    );
    expect((await find(`?addedBy=${editor.id}&tag=sea`)).ids).toEqual(edited.slice(0, 1));
    expect((await find(`?addedBy=${proposer.id.toUpperCase()}`)).ids).toEqual([proposed]);
    expect(await find(`?addedBy=${reader.id}`)).toEqual({ ids: [], addedBy: [] });
  });
});
