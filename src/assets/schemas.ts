// Asset schemas (interface 2.2 and 2.3). Every property is present; null means no value.
import { z } from 'zod';
import { FieldValue, FieldValuesPatch } from '../fields/schemas.ts';
import { aiAnswers } from '../lib/made-by-ai.ts';

export const statuses = ['draft', 'proposed', 'active', 'archived', 'rejected'] as const;
export type Status = (typeof statuses)[number];
export const states = ['draft', 'proposed', 'active', 'expired', 'archived', 'rejected', 'deleted'] as const;
export type State = (typeof states)[number];
export const origins = ['shot', 'licensed', 'generated'] as const;
export const modelReleases = ['released', 'missing', 'not-needed'] as const;

export const Id = z.uuid().meta({ description: 'UUID' });
const Timestamp = z.iso.datetime();
const int = z.int();
const maybe = <T extends z.ZodType>(schema: T) => schema.nullable();

export const Metadata = z
  .object({
    title: z.string(),
    description: z.string(),
    alt: z.string().describe('Only with the parameter `lang`'),
    creator: z.string(),
    copyright: z.string(),
    capturedAt: z.string(),
    camera: z.string(),
    lens: z.string(),
    keywords: z.array(z.string()),
    gps: z.object({ lat: z.number(), lon: z.number() }),
  })
  .partial()
  .meta({ id: 'AssetMetadata', description: 'Known metadata; {} if none' });
export type Metadata = z.infer<typeof Metadata>;

export const Rights = z
  .object({
    license: maybe(z.string()),
    territories: z.array(z.string()),
    channels: z.array(z.string()),
    embargo: maybe(z.iso.date()).describe('First day of use, UTC'),
    expires: maybe(z.iso.date()).describe('Last day of use, UTC'),
    modelRelease: maybe(z.enum(modelReleases)),
  })
  .meta({ id: 'Rights' });
export type Rights = z.infer<typeof Rights>;

export const C2pa = z
  .object({
    manifests: int,
    generator: maybe(z.string()),
    title: maybe(z.string()),
    signedBy: maybe(z.string()),
    digitalSourceType: maybe(z.string()),
    softwareAgent: maybe(z.string()),
    actions: z.array(z.string()),
    ingredients: int,
  })
  .meta({ id: 'C2pa', description: "The file's Content Credentials" });
export type C2pa = z.infer<typeof C2pa>;

const FieldMap = z.record(z.string(), FieldValue);

export const Asset = z
  .object({
    id: Id,
    workspaceId: Id,
    sha256: z.string(),
    filename: z.string(),
    mime: z.string(),
    size: int,
    width: maybe(int),
    height: maybe(int),
    probe: z.record(z.string(), z.unknown()),
    metadata: Metadata,
    tags: z.array(z.string()),
    fields: FieldMap.describe("The asset's own values, by field key"),
    inherited: FieldMap.describe('Values inherited from its collections'),
    status: z.enum(statuses),
    state: z.enum(states),
    deletedAt: maybe(Timestamp),
    stackId: maybe(Id),
    version: maybe(int),
    current: z.boolean(),
    proposedBy: maybe(z.string()),
    reviewNote: maybe(z.string()),
    proposedTags: z.array(z.string()),
    proposedFields: FieldMap,
    rights: maybe(Rights),
    origin: maybe(z.enum(origins)),
    parentAssetId: maybe(Id),
    generator: maybe(z.string()),
    prompt: maybe(z.string()),
    c2pa: maybe(C2pa),
    supersededBy: maybe(Id),
    private: z.boolean(),
    public: z.boolean(),
    collections: z.array(Id),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Asset' });
export type Asset = z.infer<typeof Asset>;

const range = z.tuple([z.number(), z.number()]);

export const Description = z
  .object({
    id: Id,
    filename: z.string(),
    mime: z.string(),
    sha256: z.string(),
    size: int,
    width: maybe(int),
    height: maybe(int),
    status: z.enum(statuses),
    state: z.enum(states),
    version: maybe(int),
    current: z.boolean(),
    proposedBy: maybe(z.string()),
    reviewNote: maybe(z.string()),
    title: maybe(z.string()),
    description: maybe(z.string()),
    creator: maybe(z.string()),
    copyright: maybe(z.string()),
    metadata: z.object({ ai: z.enum(aiAnswers).describe('Whether generative AI made it, or a part of it') }),
    tags: z.array(z.string()),
    fields: FieldMap.describe('Effective values: its own over inherited ones'),
    collections: z.array(Id),
    rights: maybe(Rights),
    provenance: z.object({
      origin: maybe(z.enum(origins)),
      parentAssetId: maybe(Id),
      generator: maybe(z.string()),
      prompt: maybe(z.string()),
      c2pa: maybe(C2pa),
    }),
    supersededBy: maybe(Id).describe('The asset to use instead'),
    urls: z.object({ original: z.string(), download: z.string(), rendition: z.string() }),
    constraints: maybe(
      z.object({
        w: range,
        h: range,
        q: range,
        fit: z.array(z.string()),
        f: z.array(z.string()),
        enlarges: z.boolean(),
      }),
    ).describe("Allowed transform values; null if the asset can't be transformed"),
    alternatives: z
      .array(z.object({ name: z.string(), url: z.string() }))
      .describe(
        'Ready-made renditions; of a document with several pages also `page_1`, `page_2` …, up to 100',
      ),
  })
  .meta({ id: 'AssetDescription' });
export type Description = z.infer<typeof Description>;

// ---- what callers send

const text = (max: number) => z.string().trim().max(max);
export const TagList = z.array(z.string().trim().min(1).max(100)).max(200);

const names = z.array(z.string().trim().min(1).max(100)).max(300);
const rightsParts = {
  license: text(500).nullable(),
  territories: names,
  channels: names,
  embargo: z.iso.date().nullable(),
  expires: z.iso.date().nullable(),
  modelRelease: z.enum(modelReleases).nullable(),
};
export const RightsInput = z.strictObject({
  license: rightsParts.license.default(null),
  territories: rightsParts.territories.default([]),
  channels: rightsParts.channels.default([]),
  embargo: rightsParts.embargo.default(null),
  expires: rightsParts.expires.default(null),
  modelRelease: rightsParts.modelRelease.default(null),
});

/** A partial change of rights; null clears a part. */
export const RightsChange = z.strictObject(rightsParts).partial();
export type RightsChange = z.infer<typeof RightsChange>;

/** Rights that restrict nothing. */
export const noRights: Rights = RightsInput.parse({});

/** Complete rights: `rights` overridden by `change`. */
export function changedRights(rights: Rights | null, change: RightsChange): Rights {
  return { ...noRights, ...rights, ...change };
}

const about = {
  tags: TagList,
  rights: RightsInput.nullable(),
  origin: z.enum(origins).nullable(),
  parentAssetId: Id.nullable(),
  generator: text(500).nullable(),
  prompt: text(10_000).nullable(),
  private: z.boolean(),
};

/** What people write about an asset, which its metadata holds beside what the file says. */
const texts = {
  title: text(500).nullable(),
  description: text(10_000).nullable(),
  creator: text(500).nullable(),
  copyright: text(1000).nullable(),
};
export const textNames = Object.keys(texts) as (keyof typeof texts)[];

/** Metadata for a new asset, however its bytes are sent. */
export const NewAssetMeta = z
  .strictObject({
    ...about,
    ...texts,
    rights: RightsChange.nullable(),
    fields: FieldMap,
    collections: z.array(Id).max(100),
    status: z.enum(['draft', 'active']),
    note: z.string().trim().max(5000).describe('Reason for adding it, shown to the reviewer'),
    versionOf: Id.describe("Adds it to this asset's version stack, with its collections, tags and fields"),
  })
  .partial();
export type NewAssetMeta = z.infer<typeof NewAssetMeta>;

export const AssetPatch = z
  .strictObject({
    ...about,
    fields: FieldValuesPatch,
    ...texts,
    status: z.enum(statuses),
    reviewNote: text(5000).nullable(),
    proposedTags: TagList.describe('Suggestions to keep; any you leave out are dismissed'),
    proposedFields: FieldMap.describe('Suggestions to keep; any you leave out are dismissed'),
    supersededBy: Id.nullable(),
    public: z.boolean(),
  })
  .partial();
export type AssetPatch = z.infer<typeof AssetPatch>;
