// Schemas of collections and of their input.
import { z } from 'zod';
import { FieldValue, FieldValuesPatch } from '../../fields/schemas.ts';
import { Thumbnail } from '../delivery/thumbnails.ts';
import { Id } from '../schemas.ts';

export const Collection = z
  .object({
    id: Id,
    name: z.string(),
    icon: z.string().nullable(),
    description: z.string().nullable(),
    cover: Id.nullable().describe('The asset that was chosen as its picture; null: the first ones are shown'),
    previews: z
      .array(
        z.object({
          id: Id,
          mime: z.string(),
          width: z.int().nullable(),
          height: z.int().nullable(),
          thumbnail: Thumbnail.optional(),
        }),
      )
      .describe('Up to four assets for its thumbnail: the cover, then the first in order'),
    fields: z
      .record(z.string(), FieldValue)
      .describe('Values that its assets and those of collections in it inherit, by field key'),
    private: z.boolean().describe('Private itself'),
    effectivePrivate: z.boolean().describe('Private itself, or in a private collection'),
    parent: Id.nullable().describe('The collection it is in; null: none, or one that you can’t read'),
    count: z
      .int()
      .describe(
        'Number of its own assets: those that GET /api/v1/assets?collection={id}&direct=true lists for you',
      ),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Collection' });
export type Collection = z.infer<typeof Collection>;

const about = {
  name: z.string().trim().min(1).max(200),
  icon: z.string().trim().min(1).max(40).nullable(),
  description: z.string().trim().min(1).max(2000).nullable(),
  private: z.boolean(),
  parent: Id.nullable().describe(
    'The collection to put it in (needs write); null: none. That one’s grants, privacy and field values reach it',
  ),
};

export const NewCollection = z.strictObject({
  name: about.name,
  icon: about.icon.optional(),
  description: about.description.optional(),
  fields: z.record(z.string(), FieldValue).optional(),
  private: about.private.optional(),
  parent: about.parent.optional(),
});

export const CollectionPatch = z
  .strictObject({
    ...about,
    cover: Id.nullable().describe('One of its assets; null: the first ones are shown'),
    fields: FieldValuesPatch,
  })
  .partial();

/** Assets in one call, each way. */
export const maxMembersAtOnce = 1000;

const ids = z.array(Id).max(maxMembersAtOnce);
export const MemberChange = z
  .strictObject({
    add: ids.optional(),
    remove: ids.optional(),
    before: Id.nullable()
      .optional()
      .describe(
        'Puts those to add before this one, also those already in; null: at the end. Without it, new ones come last',
      ),
  })
  .superRefine(({ add, remove, before }, context) => {
    if (before !== undefined && !add?.length)
      context.addIssue({ code: 'custom', path: ['before'], message: 'Send the assets to place in add.' });
    if (before && [...(add ?? []), ...(remove ?? [])].includes(before))
      context.addIssue({
        code: 'custom',
        path: ['before'],
        message: 'Name an asset that is neither in add nor in remove.',
      });
    if (add === undefined && remove === undefined)
      context.addIssue({ code: 'custom', path: ['add'], message: 'Send add, remove or both.' });
    const leaving = new Set(remove);
    for (const [index, id] of (add ?? []).entries()) {
      if (leaving.has(id))
        context.addIssue({
          code: 'custom',
          path: ['add', index],
          message: 'This asset is also in remove.',
        });
    }
  });
