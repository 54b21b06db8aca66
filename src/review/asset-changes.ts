// The kinds of change to an asset that can be proposed (POST /api/v1/proposals). Each is one record: its name, the schema of its
// change, how to read the current value, and the patch that applies it. A change is split into parts (a field, a tag, the title), so
// each can be unchanged, replaced or stale on its own.
import { z } from 'zod';
import type { Present } from '../assets/patch-asset.ts';
import { cleanTags } from '../assets/rules.ts';
import { changedRights, RightsChange, TagList, type AssetPatch, type Rights } from '../assets/schemas.ts';
import { fieldsOf } from '../fields/queries.ts';
import { checkPatch, hasValue } from '../fields/rules.ts';
import { FieldValue, type FieldValues } from '../fields/schemas.ts';
import type { Db } from '../core/db/pool.ts';
import type { JsonRecord } from '../proposals/queue.ts';
import { tagName } from '../proposals/rules.ts';
import type { ChangeKindName } from '../proposals/schemas.ts';
import type { Issue } from '../core/errors.ts';

/** Values by part of a change. */
export type Parts = ReadonlyMap<string, unknown>;

export interface ChangeKind {
  name: ChangeKindName;
  /** Schema of `change`, and of `value` in a decision. */
  schema: z.ZodType<JsonRecord>;
  /** The parts of a change with the values they would have; `asset` is the current state, for parts that build on it. */
  wanted(change: JsonRecord, asset: JsonRecord): Parts;
  /** One part in `state`: the current asset (`assetState`), or the `before` of a proposal. */
  read(state: JsonRecord, part: string): unknown;
  /** The current values of these parts, as stored in a proposal's `before`. */
  before(asset: JsonRecord, parts: readonly string[]): JsonRecord;
  /** The new values of the parts, as stored in a proposal's `after`; `partsOf` is its inverse. */
  after(parts: Parts): JsonRecord;
  partsOf(after: JsonRecord): Parts;
  /** The update_asset patch that applies the change. */
  patch(asset: JsonRecord, parts: Parts): AssetPatch;
  /** Problems that the schema can't detect, with paths inside the change. */
  check?(db: Db, asset: Present, change: JsonRecord): Promise<Issue[]>;
}

/** The current state of an asset: every value under the name of its kind. */
export function assetState({ tags, fields, metadata, rights }: Present): JsonRecord {
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

const atLeastOne = 'Send at least one.';

const tagsOf = (state: JsonRecord, name: string): string[] => (state[name] ?? []) as string[];
const hasTag = (tags: readonly string[], tag: string): boolean =>
  tags.some((one) => tagName(one) === tagName(tag));

/** Tags to add and remove, or the whole list. Each part is a tag; its value says whether the asset has it. */
const tagsKind: ChangeKind = {
  name: 'tags',
  schema: z
    .strictObject({
      tags: TagList.describe('The whole list'),
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

const fieldsIn = (state: JsonRecord): FieldValues => (state.fields ?? {}) as FieldValues;
const fieldIn = (state: JsonRecord, key: string): FieldValue | null =>
  hasValue(fieldsIn(state), key) ? (fieldsIn(state)[key] ?? null) : null;

/** The asset's own values of custom fields; each part is a field key. */
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

/** Rights as one part. Anything not sent stays, so a new licence doesn't remove the territories. */
const rightsKind: ChangeKind = {
  name: 'rights',
  schema: z.strictObject({
    rights: RightsChange.nullable().describe('Only the parts you send change; null clears all'),
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

/** The kind with this name, or null. */
export function changeKind(name: string): ChangeKind | null {
  return Object.hasOwn(kinds, name) ? kinds[name as ChangeKindName] : null;
}
