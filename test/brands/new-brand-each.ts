// A workspace and a new, empty brand for each test. Each test file that imports this has its own.
import { beforeEach } from '@jest/globals';
import { startWithWorkspace } from '../setup/workspace.ts';

export const { marque, place, editor, reader, stranger, write } = await startWithWorkspace();

/** ID of the brand of the running test. */
export let brand: string;
let count = 0;

beforeEach(async () => {
  const made = await write.done('POST', '/brands', { name: 'Acme', slug: `acme-${(count += 1)}` });
  brand = made.body.data.id as string;
});
