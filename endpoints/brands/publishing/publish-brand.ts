import { z } from 'zod';
import { publishBrand as publish } from '../../../src/brands/publishing/publish.ts';
import { Published, PublishInput } from '../../../src/brands/publishing/schemas.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, onBrand } from '../schemas.ts';

export const publishBrand = defineOperation({
  name: 'publish_brand',
  http: {
    route: 'POST /api/v1/brands/{slug}/publish',
    tag: 'brands',
  },
  summary: "Publish the brand's current state to its readers",
  description:
    "Freezes the current state as a version. If it's identical to the last publish, nothing is published and unchanged is true.",
  access: {
    scope: 'write',
    abilities: ['share'],
    target: onBrand,
  },
  input: { path: brandPath, body: PublishInput },
  output: z.object({ data: Published }),
  errors: ['invalid'],
  agent: {
    title: 'Publish a brand',
    description:
      "Publishes the current state of a brand to readers of portals and of live tokens. Check brand_status first, and describe what's new in note.",
    idempotent: true,
  },
  run: async (context, { body }) => ({
    data: await publish(context, context.access.id ?? '', {
      note: body.note?.trim() || null,
      image: body.image?.toLowerCase() ?? null,
    }),
  }),
});
