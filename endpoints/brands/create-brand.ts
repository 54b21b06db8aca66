import { demand } from '../../src/core/access/actor.ts';
import { brandOf, isPrivateBrand } from '../../src/brands/queries.ts';
import { NewBrand } from '../../src/brands/schemas.ts';
import { createBrand as make, noSource } from '../../src/brands/write-brands.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { OneBrand } from './schemas.ts';

export const createBrand = defineOperation({
  name: 'create_brand',
  http: {
    route: 'POST /api/v1/brands',
    tag: 'brands',
    status: 201,
  },
  summary: "Create a brand, empty or as a copy of another brand's current state",
  description:
    "A copy is independent from then on. It starts with one version and nothing published; files are shared, comments aren't copied.",
  access: {
    scope: 'write',
  },
  input: { body: NewBrand },
  output: OneBrand,
  errors: ['conflict', 'invalid'],
  run: async (context, { body }) => {
    const { access, accessTo, db } = context;
    const workspaceId = access.workspaceId ?? '';
    const from = body.from === undefined ? null : await accessTo({ brandNamed: body.from });
    if (from && (from.scope === null || from.workspaceId !== workspaceId)) throw noSource();
    // A copy that isn't private would show the content of the private one.
    if (from && body.private === false && (await isPrivateBrand(db, from.id ?? '')))
      demand(from, 'write', 'share', 'the brand to copy');
    const id = await make(context, workspaceId, body, from?.id ?? null);
    return { data: await brandOf(db, id) };
  },
});
