import { z } from 'zod';
import { publishBrand as publish } from '../../../src/brands/publishing/publish.ts';
import { Published, PublishInput } from '../../../src/brands/schemas.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, onBrand } from '../schemas.ts';

export const publishBrand = defineOperation({
  name: 'publish_brand',
  route: 'POST /api/v1/brands/{slug}/publish',
  tag: 'brands',
  summary: 'Show readers the brand as it stands now',
  description:
    'Freezes the state as a version. Where the last publish says the same, nothing is published: unchanged is true.',
  scope: 'write',
  ability: 'share',
  target: onBrand,
  input: { path: brandPath, body: PublishInput },
  output: z.object({ data: Published }),
  errors: ['invalid'],
  tool: {
    title: 'Publish a brand',
    description:
      'Shows readers of portals, and whoever reads live tokens, the brand as it stands now. Look at brand_status first, and say in note what is new.',
    idempotent: true,
  },
  run: async (context, { body }) => ({
    data: await publish(context, context.access.id ?? '', {
      note: body.note?.trim() || null,
      image: body.image?.toLowerCase() ?? null,
    }),
  }),
});
