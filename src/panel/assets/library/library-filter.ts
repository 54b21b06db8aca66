// The filters of the library, as they are in the address.
import type { AssetType } from '../../../assets/metadata/kinds.ts';
import type { State } from '../../../assets/schemas.ts';
import { listedStates } from '../states.ts';

export interface LibraryFilter {
  state: State | null;
  type: AssetType | null;
  tag: string | null;
  /** Values of custom fields, by key. */
  fields: Record<string, string>;
  /** In days. */
  expiresWithin: number | null;
}

function stateIn(parameters: URLSearchParams): State | null {
  const asked = parameters.get('status');
  return listedStates.find((state) => state === asked) ?? null;
}

/** The server refuses an unknown type. */
const typeIn = (parameters: URLSearchParams): AssetType | null => parameters.get('type') as AssetType | null;

function expiresWithinIn(parameters: URLSearchParams): number | null {
  const days = Number(parameters.get('expiresWithin') ?? NaN);
  return Number.isInteger(days) && days >= 0 ? days : null;
}

/** What precedes a field's key in the address. */
export const ofField = 'f.';

/** The custom field filters in the address, by key. */
function fieldsIn(parameters: URLSearchParams): Record<string, string> {
  const asked = [...parameters].filter(([name]) => name.startsWith(ofField));
  return Object.fromEntries(asked.map(([name, value]) => [name.slice(ofField.length), value]));
}

export const filterIn = (parameters: URLSearchParams): LibraryFilter => ({
  state: stateIn(parameters),
  type: typeIn(parameters),
  tag: parameters.get('tag'),
  fields: fieldsIn(parameters),
  expiresWithin: expiresWithinIn(parameters),
});

export function isNarrowed({ state, type, tag, fields, expiresWithin }: LibraryFilter): boolean {
  return [state, type, tag, expiresWithin, ...Object.values(fields)].some((filter) => filter !== null);
}
