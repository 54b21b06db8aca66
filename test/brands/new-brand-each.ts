// A workspace and a new, empty brand for each test, with the calls on it. Each test file that imports this has its own.
import { beforeEach } from '@jest/globals';
import { makeCallers } from '../setup/callers.ts';
import { startService } from '../setup/service.ts';

export const marque = await startService();

export const { place, editor, reader, stranger, write } = await makeCallers(marque);

/** ID of the brand of the running test. */
export let brand: string;
let count = 0;

beforeEach(async () => {
  const made = await write.done('POST', '/brands', { name: 'Acme', slug: `acme-${(count += 1)}` });
  brand = made.body.data.id as string;
});

export const rules = (...set: object[]) => write.done('PATCH', `/brand/rules?brand=${brand}`, { set });

export const color = (key: string, value: string, context?: string) => ({
  key,
  type: 'color',
  value,
  ...(context ? { context } : {}),
});

export const page = (slug: string, body: object = {}) =>
  write.done('PUT', `/brands/${brand}/pages/${slug}`, { title: slug.toUpperCase(), ...body });

/** A path below the brand. */
export const at = (path: string): string => `/brands/${brand}${path}`;

export const publish = async (body: object = {}) =>
  (await write.done('POST', at('/publish'), body)).body.data;
