// The kinds of change to an asset that can be proposed (POST /api/v1/proposals). A kind is one record: its name, the schema of its
// change, what stands there now, and the patch that carries it out. A change falls into parts (a field, a tag, the title), so that
// what is unchanged, replaced or stale can be told for each.
import { z } from 'zod';
import type { Present } from '../assets/patch-asset.ts';
import { cleanTags } from '../assets/rules.ts';
import { changedRights, RightsChange, TagList, type AssetPatch, type Rights } from '../assets/schemas.ts';
import { canonical } from '../brands/publishing/state.ts';
import { fieldsOf } from '../fields/queries.ts';
import { checkPatch, hasValue } from '../fields/rules.ts';
import { FieldValue, type FieldValues } from '../fields/schemas.ts';
import type { Db } from '../core/db/pool.ts';
import type { Said } from '../proposals/queue.ts';
import { tagName } from '../proposals/rules.ts';
import type { ChangeKindName } from '../proposals/schemas.ts';
import type { Issue } from '../core/errors.ts';

/** Values by the part of a change they are for. */
export type Parts = ReadonlyMap<string, unknown>;

export interface ChangeKind {
  name: ChangeKindName;
  /** What `change` holds, and `value` of a decision. */
  schema: z.ZodType<Said>;
  /** The parts that a change names, each with the value it would have; where parts build on what is there, on `asset`. */
  wanted(change: Said, asset: Said): Parts;
  /** One part as `state` has it: the asset as it stands (`assetState`), or the `before` of a proposal. */
  read(state: Said, part: string): unknown;
  /** These parts as they stand, as a proposal keeps and tells them. */
  before(asset: Said, parts: readonly string[]): Said;
  /** The parts as they would be, as a proposal keeps and tells them; `partsOf` is its inverse. */
  after(parts: Parts): Said;
  partsOf(after: Said): Parts;
  /** The patch of update_asset that carries the change out. */
  patch(asset: Said, parts: Parts): AssetPatch;
  /** What is wrong with a change that its schema can't know, with paths inside the change. */
  check?(db: Db, asset: Present, change: Said): Promise<Issue[]>;
}

export const sameValue = (one: unknown, other: unknown): boolean =>
  canonical(one ?? null) === canonical(other ?? null);

/** An asset as these kinds see it: every value under the name of its kind. */
export function assetState({ tags, fields, metadata, rights }: Present): Said {
  return {
    tags: tags ?? [],
    fields: fields ?? {},
    title: metadata?.title ?? null,
    description: metadata?.description ?? null,
    creator: metadata?.creator ?? null,
    rights,
  };
}

type TextName = 'title' | 'description' | 'creator';

function textKind(name: TextName, maxLength: number): ChangeKind {
  const text = z
    .string()
    .trim()
    .max(maxLength)
    .nullable()
    .transform((value) => (value === '' ? null : value));
  return {
    name,
    schema: z.strictObject({ [name]: text.describe('null clears it') }),
    wanted: (change) => new Map([[name, change[name]]]),
    read: (state) => state[name] ?? null,
    before: (asset) => ({ [name]: asset[name] ?? null }),
    after: (parts) => ({ [name]: parts.get(name) ?? null }),
    partsOf: (after) => new Map([[name, after[name] ?? null]]),
    patch: (_, parts) => ({ [name]: parts.get(name) ?? null }),
  };
}

const atLeastOne = 'Name at least one.';

const tagsOf = (state: Said, name: string): string[] => (state[name] ?? []) as string[];
const hasTag = (tags: readonly string[], tag: string): boolean =>
  tags.some((one) => tagName(one) === tagName(tag));

/** Tags to add and to remove, or the whole list as it should be. Each part is a tag; its value says whether the asset has it. */
const tagsKind: ChangeKind = {
  name: 'tags',
  schema: z
    .strictObject({
      tags: TagList.describe('The whole list as it should be'),
      add: TagList,
      remove: TagList,
    })
    .partial()
    .superRefine(({ tags, add, remove }, context) => {
      const refuse = (path: string, message: string): void => {
        context.addIssue({ code: 'custom', path: [path], message });
      };
      if (tags && (add || remove)) refuse('tags', 'Send either tags, or add and remove.');
      else if (!tags && (add?.length ?? 0) + (remove?.length ?? 0) === 0) refuse('add', atLeastOne);
      for (const tag of add ?? [])
        if (hasTag(remove ?? [], tag)) refuse('remove', `"${tag}" can't be added and removed at once.`);
    }),
  wanted: (change, asset) => {
    const own = tagsOf(asset, 'tags');
    if (!change.tags)
      return new Map([
        ...cleanTags(tagsOf(change, 'add')).map((tag): [string, boolean] => [tag, true]),
        ...cleanTags(tagsOf(change, 'remove')).map((tag): [string, boolean] => [tag, false]),
      ]);
    const whole = cleanTags(tagsOf(change, 'tags'));
    return new Map([
      ...whole.map((tag): [string, boolean] => [tag, true]),
      ...own.filter((tag) => !hasTag(whole, tag)).map((tag): [string, boolean] => [tag, false]),
    ]);
  },
  read: (state, tag) => hasTag(tagsOf(state, 'tags'), tag),
  before: (asset) => ({ tags: tagsOf(asset, 'tags') }),
  after: (parts) => ({
    tags: [...parts].flatMap(([tag, has]) => (has ? [tag] : [])),
    remove: [...parts].flatMap(([tag, has]) => (has ? [] : [tag])),
  }),
  partsOf: (after) =>
    new Map([
      ...tagsOf(after, 'tags').map((tag): [string, boolean] => [tag, true]),
      ...tagsOf(after, 'remove').map((tag): [string, boolean] => [tag, false]),
    ]),
  patch: (asset, parts) => {
    const gone = [...parts].flatMap(([tag, has]) => (has ? [] : [tag]));
    const kept = tagsOf(asset, 'tags').filter((tag) => !hasTag(gone, tag));
    return { tags: [...kept, ...[...parts].flatMap(([tag, has]) => (has ? [tag] : []))] };
  },
};

const fieldsIn = (state: Said): FieldValues => (state.fields ?? {}) as FieldValues;
const fieldIn = (state: Said, key: string): FieldValue | null =>
  hasValue(fieldsIn(state), key) ? (fieldsIn(state)[key] ?? null) : null;

/** Own values of custom fields; each part is a field key. */
const fieldsKind: ChangeKind = {
  name: 'fields',
  schema: z.strictObject({
    fields: z
      .record(z.string(), FieldValue.nullable())
      .refine((fields) => Object.keys(fields).length > 0, atLeastOne)
      .describe('Values by field key; null clears one'),
  }),
  wanted: (change) => new Map(Object.entries(change.fields as object)),
  read: fieldIn,
  before: (asset, keys) => ({ fields: Object.fromEntries(keys.map((key) => [key, fieldIn(asset, key)])) }),
  after: (parts) => ({ fields: Object.fromEntries(parts) }),
  partsOf: (after) => new Map(Object.entries(fieldsIn(after))),
  patch: (_, parts) => ({ fields: Object.fromEntries(parts) as Record<string, FieldValue | null> }),
  check: async (db, asset, change) =>
    checkPatch(
      await fieldsOf(db, asset.workspace_id),
      change.fields as Record<string, FieldValue | null>,
      asset.fields ?? {},
      'fields',
    ),
};

/** Rights as one part: what stands beside what is named stays, so that a new licence doesn't take the territories away. */
const rightsKind: ChangeKind = {
  name: 'rights',
  schema: z.strictObject({
    rights: RightsChange.nullable().describe('Only the parts named change; null clears all of it'),
  }),
  wanted: (change, asset) =>
    new Map([
      [
        'rights',
        change.rights === null
          ? null
          : changedRights(asset.rights as Rights | null, change.rights as RightsChange),
      ],
    ]),
  read: (state) => (state.rights ? changedRights(state.rights as Rights, {}) : null),
  before: (asset) => ({ rights: asset.rights ?? null }),
  after: (parts) => ({ rights: parts.get('rights') ?? null }),
  partsOf: (after) => new Map([['rights', after.rights ?? null]]),
  patch: (_, parts) => ({ rights: (parts.get('rights') ?? null) as Rights | null }),
};

const kinds = {
  tags: tagsKind,
  fields: fieldsKind,
  title: textKind('title', 500),
  description: textKind('description', 10_000),
  creator: textKind('creator', 500),
  rights: rightsKind,
} as const satisfies Record<ChangeKindName, ChangeKind>;

/** The kind of this name; null where there is none. */
export function changeKind(name: string): ChangeKind | null {
  return Object.hasOwn(kinds, name) ? kinds[name as ChangeKindName] : null;
}
