// A brand, and a repository on a Git server to connect it to, for each test. Each test file that imports this
// has its own.
import { afterAll, beforeEach } from '@jest/globals';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeDefaultBrand } from '../brand.ts';
import { startGitServer } from './git-server.ts';

export const server = await startGitServer();
export const { marque, place, editor, reader, stranger, write } = await startWithWorkspace({
  FETCH_ALLOW: `${server.host} file://${server.folder}/`,
});
await makeDefaultBrand(marque, place);
afterAll(async () => {
  await marque.close();
  await server.close();
});

/** The brand of the running test: its id, slug and name. */
export let brand: string;
export let slug: string;
export let brandName: string;
/** Its repository's name on the server, and how it is connected. */
export let repository: string;
export let way: 'url' | 'path' = 'url';
export const connectBy = (given: typeof way): void => void (way = given);

let count = 0;
beforeEach(async () => {
  server.demand(null);
  server.beforePush(null);
  server.answerInstead(null);
  repository = `r${(count += 1)}`;
  brandName = `Brand ${count}`;
  const made = await write.done('POST', '/brands', { name: brandName });
  ({ slug, id: brand } = made.body.data);
});
