// What an event says was changed of an asset, property by property, as the asset's page calls them. Pure.
import { merge } from '../../../client/drafts/merge.ts';

type Values = Readonly<Record<string, unknown>>;

export interface AssetChange {
  /** As `labelOfPart` takes it. */
  path: string;
  /** What it said before, or what was taken out of a list. */
  removed: readonly unknown[];
  added: readonly unknown[];
}

const valuesIn = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};

/** Of the metadata; the rest is what the file says. */
const written = ['title', 'description', 'creator', 'copyright'];

/** The properties of a value under its name. */
const under = (name: string, value: unknown): [string, unknown][] =>
  Object.entries(valuesIn(value)).map(([key, one]) => [`${name}.${key}`, one]);

/** A property of an event, as those that the page has. */
function propertiesOf(name: string, value: unknown): [string, unknown][] {
  switch (name) {
    case 'metadata':
      return written.map((one) => [one, valuesIn(value)[one]]);
    case 'texts':
      return under('languages', value)
        .flatMap(([language, texts]) => under(language, texts))
        .flatMap(([path, text]): [string, unknown][] =>
          path.endsWith('.fields') ? under(path, text) : [[path, text]],
        );
    case 'fields':
    case 'rights':
    case 'usage':
      return under(name, value);
    case 'crops':
      // They're drawn: a value for all of it.
      return [[name, JSON.stringify(value)]];
    case 'proposedTags':
    case 'proposedFields':
      return [];
    default:
      return [[name, value]];
  }
}

/** As on the page: what is stored of an event has an order of its own. What isn't here comes last. */
const order = ['metadata', 'texts', 'tags', 'fields', 'rights', 'usage', 'origin', 'generator', 'prompt'];
const placeOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);

const sideOf = (changes: Values, side: 'before' | 'after'): Values =>
  Object.fromEntries(
    Object.entries(changes)
      .sort(([one], [other]) => placeOf(one) - placeOf(other))
      .flatMap(([name, change]) => propertiesOf(name, valuesIn(change)[side])),
  );

/** None, if it's empty. */
const each = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value as unknown[];
  return value === null || value === undefined || value === '' ? [] : [value];
};

/** @param detail of an event */
export function changesIn(detail: Values): AssetChange[] {
  const changes = valuesIn(detail.changes);
  const [before, after] = [sideOf(changes, 'before'), sideOf(changes, 'after')];
  const found = new Map<string, { removed: unknown[]; added: unknown[] }>();
  for (const { path, before: was, theirs: now } of merge(before, after, before).differences) {
    // The members of a list are one property.
    const property = path.replace(/\[[^\]]*\]$/, '');
    const change = found.get(property) ?? { removed: [], added: [] };
    change.removed.push(...each(was));
    change.added.push(...each(now));
    found.set(property, change);
  }
  return [...found]
    .filter(([, { removed, added }]) => removed.length > 0 || added.length > 0)
    .map(([path, change]) => (path === 'crops' ? { path, removed: [], added: [] } : { path, ...change }));
}
