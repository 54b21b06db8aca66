// Share links as the API shows them, and the input of callers.
import { z } from 'zod';
import { Next } from '../core/paging.ts';
import { aiAnswers } from '../lib/made-by-ai.ts';
import { Id } from '../assets/schemas.ts';
import { VisitorPassword } from '../sharing/schemas.ts';

/** To see files, to upload some, or to see and comment on them. */
export const shareKinds = ['view', 'upload', 'review'] as const;
export type ShareKind = (typeof shareKinds)[number];

export const Share = z
  .object({
    id: Id,
    kind: z.enum(shareKinds),
    collection: Id.nullable(),
    asset: Id.nullable(),
    name: z.string().describe('Its own name, or the name of what it shares'),
    hasPassword: z.boolean(),
    allowDownloads: z
      .boolean()
      .describe('Whether visitors can download the files; always true of a link to view'),
    expiresAt: z.iso.datetime().nullable(),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Share' });
export type Share = z.infer<typeof Share>;

export const NewShareAnswer = Share.extend({ url: z.string().describe('The link. Shown only once') }).meta({
  id: 'NewShare',
});

/** Links of the other kinds have no choice. */
export const hasDownloadsOfItsOwn = ({ kind, allowDownloads }: ChosenDownloads): boolean =>
  kind === 'review' || allowDownloads === undefined;
export const downloadsOfReview = {
  message:
    'Only for a review link: a link to view always allows downloads, and one to upload shows no files.',
  path: ['allowDownloads'],
};

interface ChosenDownloads {
  kind: ShareKind;
  allowDownloads?: boolean | undefined;
}

export const NewShare = z
  .strictObject({
    kind: z.enum(shareKinds),
    collection: Id.optional(),
    asset: Id.optional(),
    name: z.string().trim().min(1).max(200).optional(),
    password: VisitorPassword.optional(),
    expiresAt: z.iso.datetime({ offset: true }).optional().describe('When it ends. Default: never'),
    allowDownloads: z.boolean().optional().describe('Of a review link. Default: false'),
  })
  .refine(({ collection, asset }) => (collection === undefined) !== (asset === undefined), {
    message: 'Share either a collection or an asset.',
    path: ['collection'],
  })
  .refine(({ kind, asset }) => kind !== 'upload' || asset === undefined, {
    message: 'An upload link needs a collection: files are uploaded into it.',
    path: ['asset'],
  })
  .refine(hasDownloadsOfItsOwn, downloadsOfReview);
export type NewShare = z.output<typeof NewShare>;

export const SharePatch = z
  .strictObject({
    name: z.string().trim().min(1).max(200).nullable().describe('null: the name of what it shares'),
    password: VisitorPassword.nullable().describe(
      'A new one signs out everyone who used the old one; null removes it',
    ),
    expiresAt: z.iso.datetime({ offset: true }).nullable().describe('When it ends; null: never'),
    allowDownloads: z.boolean().describe('Of a review link'),
  })
  .partial();
export type SharePatch = z.output<typeof SharePatch>;

/** Assets of a link that anyone can open at their address, with or without the link. */
export const StaysPublic = z
  .object({
    total: z.int(),
    assets: z.array(z.object({ id: Id, title: z.string(), filename: z.string() })).describe('Up to 20'),
  })
  .meta({ id: 'StaysPublic' });
export type StaysPublic = z.infer<typeof StaysPublic>;

/** A file as visitors of a link see it. */
export const SharedAsset = z
  .object({
    id: Id,
    title: z.string(),
    description: z.string().nullable(),
    alt: z.string().nullable().describe('What a picture shows, for those who can’t see it'),
    credit: z.string().nullable(),
    ai: z.enum(aiAnswers).describe('Whether generative AI made it, or a part of it'),
    filename: z.string(),
    mime: z.string(),
    size: z.int().describe('Bytes'),
    width: z.int().nullable(),
    height: z.int().nullable(),
    url: z
      .string()
      .nullable()
      .describe(
        'The original, signed for a day at most and never beyond the end of the link; null if the link allows no downloads',
      ),
    thumbnail: z.string().nullable().describe('A thumbnail, signed the same way; null if there is none'),
  })
  .meta({ id: 'SharedAsset' });
export type SharedAsset = z.infer<typeof SharedAsset>;

export const Shared = z
  .object({
    kind: z.enum(shareKinds),
    name: z.string(),
    organization: z.string().describe('The organization that shares it'),
    allowDownloads: z.boolean().describe('Whether the files have a `url`'),
    expiresAt: z.iso.datetime().nullable(),
    assets: z.array(SharedAsset).describe('The files that may be used now; empty for an upload link'),
    total: z.int(),
    next: Next,
    maxBytes: z.int().nullable().describe('The size limit for a file sent through an upload link'),
  })
  .meta({ id: 'Shared' });
export type Shared = z.infer<typeof Shared>;
