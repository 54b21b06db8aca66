// Which types of events a webhook gets: `*` for all, `asset.*` for all of a resource, or the types themselves.

export interface EventGroup {
  /** What its types begin with. */
  resource: string;
  types: string[];
}

const resourceOf = (type: string): string => type.split('.')[0] ?? type;

export const wholeOf = (resource: string): string => `${resource}.*`;

/**
 * Types by resource, in alphabetical order.
 *
 * @param chosen those that aren't known are listed, too: what a module that was removed has recorded
 */
export function groupsOf(known: readonly string[], chosen: readonly string[]): EventGroup[] {
  const groups = new Map<string, string[]>();
  const single = chosen.filter((type) => type !== '*' && !type.endsWith('.*'));
  const whole = chosen.filter((type) => type.endsWith('.*'));
  for (const type of new Set([...known, ...single])) {
    const resource = resourceOf(type);
    groups.set(resource, [...(groups.get(resource) ?? []), type]);
  }
  for (const type of whole) if (!groups.has(resourceOf(type))) groups.set(resourceOf(type), []);
  return [...groups]
    .map(([resource, types]) => ({ resource, types: types.toSorted() }))
    .toSorted((one, other) => one.resource.localeCompare(other.resource));
}

/** Those with the words that are looked for. */
export function foundIn(groups: readonly EventGroup[], words: string): EventGroup[] {
  const looked = words.trim().toLowerCase().replaceAll(' ', '_');
  if (looked === '') return [...groups];
  return groups.flatMap(({ resource, types }) => {
    const found = types.filter((type) => type.includes(looked));
    return found.length > 0 ? [{ resource, types: found }] : [];
  });
}

export const hasWhole = (chosen: readonly string[], resource: string): boolean =>
  chosen.includes(wholeOf(resource));

/** All of a resource instead of single types of it; or none of it. */
export const withWhole = (chosen: readonly string[], resource: string, isOn: boolean): string[] => [
  ...chosen.filter((type) => resourceOf(type) !== resource),
  ...(isOn ? [wholeOf(resource)] : []),
];

export const withType = (chosen: readonly string[], type: string, isOn: boolean): string[] => [
  ...chosen.filter((one) => one !== type),
  ...(isOn ? [type] : []),
];
