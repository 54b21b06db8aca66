// A search index that is built while assets change.
import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import { searchOf } from '../../../src/assets/search/search.ts';
import { callsAs } from '../../setup/callers.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset } from '../library.ts';

const { marque, place, asEditor } = await startWithWorkspace();
const editor = callsAs(marque, asEditor);
const search = searchOf(marque.service);
const { catchUp, apply, poll } = {
  catchUp: search['catchUp'].bind(search),
  apply: search['apply'].bind(search),
  poll: search['poll'].bind(search),
};

beforeEach(() => {
  // Only what this file does reads the changes.
  search['poll'] = () => Promise.resolve();
});
afterEach(() => {
  Object.assign(search, { catchUp, apply, poll });
});
afterAll(() => marque.close());

const rename = (id: string, title: string) => editor.done('PATCH', `/assets/${id}`, { title });

async function totalOf(q: string): Promise<number> {
  const { body } = await editor.done('GET', `/assets?q=${q}`);
  return body.total as number;
}

it('an asset that changes while the last changes are applied is found as it is now', async () => {
  const first = (await makeAsset(marque, asEditor)).id as string;
  const second = (await makeAsset(marque, asEditor)).id as string;
  search['dropAll']();
  const renamed: string[] = [];
  // The first changes after its row was read, so there is a change to apply.
  search.catchUp = async () => {
    search.catchUp = catchUp;
    await rename(first, 'Heron');
    renamed.push('first');
    await catchUp();
  };
  // The second changes, and is noted, before those are applied.
  search['apply'] = async (...input) => {
    search['apply'] = apply;
    await apply(...input);
    await rename(second, 'Kingfisher');
    renamed.push('second');
    await catchUp();
  };
  await search.built(place.workspaceId);

  expect(search.holds(place.workspaceId)).toBe(true);
  expect(renamed).toEqual(['first', 'second']);
  expect(await totalOf('heron')).toBe(1);
  expect(await totalOf('kingfisher')).toBe(1);
});
