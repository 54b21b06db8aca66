// The calls on brands and their rules.
import { callsAs } from '../../setup/callers.ts';
import { marque, reader, write } from '../two-workspaces.ts';

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
