// A change of many assets: what it does to each of them, and what is sent. Pure.
import type { Asset, Rights, Status } from '../../../../assets/schemas.ts';
import type { AssetUsage } from '../../../../assets/usage.ts';
import type { FieldValue } from '../../../../fields/schemas.ts';
import type { InputFor } from '../../../client/operations.ts';
import { moves } from '../../states.ts';

/** What is left out stays as it is. In `fields`, texts and terms, null clears. */
export interface BulkChange {
  addTags: readonly string[];
  removeTags: readonly string[];
  fields: Readonly<Record<string, FieldValue | null>>;
  texts: Readonly<Partial<Record<'creator' | 'copyright', string | null>>>;
  rights: Readonly<Partial<Rights>>;
  private: boolean | null;
  status: Status | null;
  /** A collection to add them to. */
  collection: { id: string; name: string } | null;
  /** The id of a collection to take them out of. */
  leaving: string | null;
  usage: Readonly<Partial<AssetUsage>>;
  /** A text for each asset, by its id. Null: none is changed. */
  altTexts: Readonly<Record<string, AltText>> | null;
}

/** An alt text in the default language; an empty one is none. */
export interface AltText {
  from: string;
  to: string;
}

export const noChange: BulkChange = {
  addTags: [],
  removeTags: [],
  fields: {},
  texts: {},
  rights: {},
  private: null,
  status: null,
  collection: null,
  leaving: null,
  usage: {},
  altTexts: null,
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

export function hasTag({ tags }: Asset, tag: string): boolean {
  return tags.some((own) => own.toLowerCase() === tag.toLowerCase());
}

/** Whether the asset can be in a state from where it is. */
export const canBecome = (asset: Asset, status: Status): boolean =>
  asset.status === status || moves[asset.status].some(({ to }) => to === status);

/** One part of a change, and whether an asset is like that already. */
interface Part {
  name: string;
  isDone: (asset: Asset) => boolean;
}

export const emptyRights: Partial<Rights> = { territories: [], channels: [] };

/** The parts of a change that can be compared with the assets: all but the usage terms, which a list doesn't have. */
export function partsOf(change: BulkChange): Part[] {
  const { status, collection, leaving, altTexts } = change;
  return [
    ...change.addTags.map((tag) => ({ name: `+${tag}`, isDone: (asset: Asset) => hasTag(asset, tag) })),
    ...change.removeTags.map((tag) => ({ name: `-${tag}`, isDone: (asset: Asset) => !hasTag(asset, tag) })),
    ...Object.entries(change.fields).map(([key, value]) => ({
      name: `field.${key}`,
      isDone: ({ fields }: Asset) => isSame(fields[key], value),
    })),
    ...Object.entries(change.texts).map(([key, text]) => ({
      name: key,
      isDone: ({ metadata }: Asset) => isSame(metadata[key as keyof typeof change.texts], text),
    })),
    ...Object.entries(change.rights).map(([key, value]) => ({
      name: `rights.${key}`,
      isDone: ({ rights }: Asset) => isSame({ ...emptyRights, ...rights }[key as keyof Rights], value),
    })),
    ...(change.private === null
      ? []
      : [{ name: 'private', isDone: (asset: Asset) => asset.private === change.private }]),
    ...(status ? [{ name: 'status', isDone: (asset: Asset) => asset.status === status }] : []),
    ...(collection && collection.id !== ''
      ? [{ name: 'collection', isDone: ({ collections }: Asset) => collections.includes(collection.id) }]
      : []),
    ...(leaving === null || leaving === ''
      ? []
      : [{ name: 'leaving', isDone: ({ collections }: Asset) => !collections.includes(leaving) }]),
    ...(Object.keys(altTexts ?? {}).length > 0
      ? [
          {
            name: 'altTexts',
            isDone: ({ id }: Asset) => {
              const text = altTexts?.[id];
              return !text || text.to.trim() === text.from;
            },
          },
        ]
      : []),
  ];
}

const has = (values: object): boolean => Object.keys(values).length > 0;

export const isEmpty = (change: BulkChange): boolean => partsOf(change).length === 0 && !has(change.usage);

/** How many of the assets the change would change. */
export function changedBy(change: BulkChange, assets: readonly Asset[]): number {
  const parts = partsOf(change);
  if (has(change.usage)) return assets.length;
  return assets.filter((asset) => parts.some(({ isDone }) => !isDone(asset))).length;
}

type Body = Omit<InputFor<'update_assets'>['body'], 'ids'>;

/** @returns null if nothing of it is a property of the asset itself. */
export function bodyOf(change: BulkChange): Body | null {
  const patch = {
    ...(has(change.fields) && { fields: { ...change.fields } }),
    ...change.texts,
    ...(change.private !== null && { private: change.private }),
    ...(change.status && { status: change.status }),
  };
  const body = {
    ...(change.addTags.length > 0 && { addTags: [...change.addTags] }),
    ...(change.removeTags.length > 0 && { removeTags: [...change.removeTags] }),
    ...(has(change.rights) && { changeRights: { ...change.rights } }),
    ...(has(patch) && { patch }),
  };
  return has(body) ? body : null;
}

/** What in a change can't be sent as it is; null: nothing. */
export function wrongIn({ collection, leaving, rights: { embargo, expires } }: BulkChange) {
  if (collection?.id === '' || leaving === '') return 'bulk:chooseCollection' as const;
  return embargo && expires && expires < embargo ? ('bulk:endsBeforeEmbargo' as const) : null;
}
