// What a proposal changes, before and after, in the words of a reader.
export type Values = Record<string, unknown>;

export interface Changed {
  kind: string;
  before: Values | null;
  after: Values | null;
}

export interface Sides {
  before: Values | null;
  after: Values | null;
}

/** What collections and assets are called, by ID; `null` until they were read. */
export interface Names {
  collections: ReadonlyMap<string, string> | null;
  assets: ReadonlyMap<string, string> | null;
}

const idsOf = (...values: unknown[]): string[] =>
  values.flat().filter((id): id is string => typeof id === 'string');

const partsOf = (values: Values | null, name: string): Values => (values?.[name] ?? {}) as Values;

/** IDs of collections in a proposal that moves an asset or a collection between them. */
export function collectionsIn({ kind, before, after }: Changed): string[] {
  if (kind === 'collection_details') return idsOf(before?.parent, after?.parent);
  return kind === 'collections' ? idsOf(before?.collections, after?.collections, after?.remove) : [];
}

/** IDs of assets that a proposal names. */
export function assetsIn({ kind, before, after }: Changed): string[] {
  if (kind === 'replacement') return idsOf(before?.replacement, after?.replacement);
  if (kind === 'collection_details') return idsOf(before?.cover, after?.cover);
  if (kind !== 'provenance') return [];
  return [before, after].flatMap((side) => idsOf(partsOf(side, 'provenance').parentAssetId));
}

const nameIn = (names: ReadonlyMap<string, string> | null, id: unknown, other: string): string | null => {
  if (typeof id !== 'string') return null;
  return names ? (names.get(id) ?? other) : '…';
};
const collectionName = ({ collections }: Names, id: unknown) =>
  nameIn(collections, id, 'a deleted or hidden collection');
const assetName = ({ assets }: Names, id: unknown) => nameIn(assets, id, 'a deleted or hidden asset');

/** Both sides of a record, each property that changes by what it's called. */
function byWord(
  { before, after }: Changed,
  record: string,
  words: Readonly<Record<string, [word: string, textOf?: (value: unknown) => unknown]>>,
): Sides {
  const sent = partsOf(after, record);
  const side = (values: Values | null): Values =>
    Object.fromEntries(
      Object.entries(words)
        .filter(([name]) => name in sent)
        .map(([name, [word, textOf]]) => {
          const value = partsOf(values, record)[name];
          return [word, textOf ? textOf(value) : value];
        }),
    );
  return { before: side(before), after: side(after) };
}

const whoSees = (isPrivate: unknown): string =>
  isPrivate ? 'only people who were given access' : 'everyone in the workspace';

/** The record of a brand or a collection: what its name doesn't say, in words. */
function details({ before, after }: Changed, names: Names): Sides {
  const words: Readonly<Record<string, (value: unknown) => Values>> = {
    private: (is) => ({ 'who can see it': whoSees(is) }),
    default: (is) => ({ 'default brand': is ? 'yes' : 'no' }),
    cover: (id) => ({ cover: assetName(names, id) }),
    parent: (id) => ({ 'in the collection': collectionName(names, id) ?? 'none' }),
    // A field can be called like one of the collection's own properties.
    fields: (values) =>
      Object.fromEntries(Object.entries(values as Values).map(([key, value]) => [`field ${key}`, value])),
  };
  const side = (values: Values | null): Values =>
    Object.fromEntries(
      Object.entries(values ?? {}).flatMap(([name, value]) =>
        Object.entries(words[name]?.(value) ?? { [name]: value }),
      ),
    );
  return { before: side(before), after: side(after) };
}

type Wording = (changed: Changed, names: Names) => Sides;

const wordings: Readonly<Record<string, Wording>> = {
  collections: ({ before, after }, names) => {
    const named = (ids: string[]) => ids.map((id) => collectionName(names, id));
    const [remove, were, added] = [
      idsOf(after?.remove),
      idsOf(before?.collections),
      idsOf(after?.collections),
    ];
    const are = [...were.filter((id) => !remove.includes(id) && !added.includes(id)), ...added];
    return { before: { collections: named(were) }, after: { collections: named(are) } };
  },
  replacement: ({ before, after }, names) => ({
    before: { 'use instead': assetName(names, before?.replacement) },
    after: { 'use instead': assetName(names, after?.replacement) },
  }),
  provenance: (changed, names) =>
    byWord(changed, 'provenance', {
      origin: ['origin'],
      parentAssetId: ['made from', (id) => assetName(names, id)],
      generator: ['made with'],
      prompt: ['prompt'],
    }),
  visibility: (changed) =>
    byWord(changed, 'visibility', {
      private: ['who can see it', whoSees],
      public: [
        'its address',
        (is) => (is ? 'opens for anyone once it is active' : 'opens for people with access'),
      ],
    }),
  deleted: ({ before, after }) => {
    const place = (isDeleted: unknown): Values => ({
      'where it is': isDeleted ? 'the trash' : 'the library',
    });
    return { before: place(before?.deleted), after: place(after?.deleted) };
  },
  texts: ({ before, after }) => {
    const by = (values: Values | null): Values =>
      Object.fromEntries(
        Object.entries(partsOf(after, 'texts')).flatMap(([language, texts]) =>
          [
            ...Object.keys(texts as Values).filter((name) => name !== 'fields'),
            ...Object.keys(partsOf(texts as Values, 'fields')),
          ].map((name) => {
            const now = partsOf(partsOf(values, 'texts'), language);
            return [`${name} (${language})`, now[name] ?? partsOf(now, 'fields')[name]];
          }),
        ),
      );
    return { before: by(before), after: by(after) };
  },
  crops: ({ before, after }) => {
    const placed = (place: unknown): unknown =>
      place === null || place === undefined
        ? null
        : Object.entries(place as Record<string, number>)
            .map(([side, share]) => `${side} ${Math.round(share * 100)}%`)
            .join(', ');
    const by = (values: Values | null): Values => {
      const { focalPoint, presets } = partsOf(values, 'crops');
      const areas = Object.entries((presets ?? {}) as Values);
      return {
        ...(focalPoint ? { 'focal point': placed(focalPoint) } : {}),
        ...Object.fromEntries(areas.map(([name, area]) => [`crop for ${name}`, placed(area)])),
      };
    };
    return { before: by(before), after: by(after) };
  },
  brand_details: details,
  collection_details: details,
  page_deletion: (changed) => ({
    before: { page: partsOf(changed.before, 'page').title },
    after: { page: 'deleted' },
  }),
};

export const sidesOf = (changed: Changed, names: Names): Sides =>
  wordings[changed.kind]?.(changed, names) ?? { before: changed.before, after: changed.after };

const places: Readonly<Record<string, [one: string, several: string]>> = {
  collections: ['collection', 'collections'],
  rules: ['brand rule', 'brand rules'],
  pages: ['brand page', 'brand pages'],
  portals: ['portal', 'portals'],
  branding: ["part of the organization's branding", "parts of the organization's branding"],
  links: ['share link', 'share links'],
  derived: ['asset made from it', 'assets made from it'],
  supersedes: ['asset that it replaces', 'assets that it replaces'],
};

/** "2 collections, 1 brand page": where an asset is used that would be deleted. */
export function usesInWords(usedIn: Readonly<Record<string, number>>): string {
  const words = Object.entries(usedIn).flatMap(([name, count]) => {
    const [one, several] = places[name] ?? [name, name];
    return count > 0 ? [`${count} ${count === 1 ? one : several}`] : [];
  });
  return words.length === 0 ? 'nothing that you can see' : words.join(', ');
}
