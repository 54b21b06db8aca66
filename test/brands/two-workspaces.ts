// Two workspaces, each with a default brand, and the calls on brands and their rules. Each test file that imports this has its own.
import { callsAs, makeCallers } from '../setup/callers.ts';
import { startService } from '../setup/service.ts';
import { makeDefaultBrand } from './brand.ts';

export const marque = await startService();

export const { place, other, editor, reader, proposer, stranger, write } = await makeCallers(marque);

/** ID of the default brand. */
export const brand = await makeDefaultBrand(marque, place);
await makeDefaultBrand(marque, other, 'Other');

let count = 0;

export interface BrandRecord {
  id: string;
  slug: string;
  [field: string]: unknown;
}

export const newBrand = async (body: object = {}): Promise<BrandRecord> =>
  (await write.done('POST', '/brands', { name: `Brand ${(count += 1)}`, ...body })).body.data;

/** Sets rules of a brand. */
export const setRules = (of: string, ...set: object[]) =>
  write.done('PATCH', `/brand/rules?brand=${of}`, { set });

/** Sets rules of the default brand. */
export const set = (...rules: object[]) => write.done('PATCH', '/brand/rules', { set: rules });

export const color = (key: string, value: string, more: object = {}) => ({
  key,
  type: 'color',
  value,
  ...more,
});

/** The rules of the default brand. */
export const rulesOf = async (
  query = '',
): Promise<{ id: string; key: string; context: string | null; value: unknown }[]> =>
  (await callsAs(marque, reader).done('GET', `/brand/rules${query}`)).body.data;

export const keys = async (query = ''): Promise<string[]> => (await rulesOf(query)).map(({ key }) => key);
