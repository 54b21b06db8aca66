import { z } from 'zod';
import { SourceAnswer, SourceInput } from '../../../src/brands/git/source-schemas.ts';
import { connectSource, lockSource, sourceOf } from '../../../src/brands/git/source.ts';
import { record } from '../../../src/core/events/record.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, onBrand } from '../schemas.ts';

export const setBrandSource = defineOperation({
  name: 'set_brand_source',
  http: {
    route: 'PUT /api/v1/brands/{slug}/source',
    tag: 'brands',
  },
  summary: 'Connect a Git repository, or change its branch, folder or token',
  description:
    "Nothing is fetched yet; start that with POST …/source/sync. A bare repository on the server's disk can be connected if the operator allows its folder in FETCH_ALLOW. Changing the repository, branch or folder starts without sync history, so nothing counts as removed.",
  access: {
    scope: 'write',
    abilities: ['setup'],
    target: onBrand,
  },
  lock: ({ db, access }) => lockSource(db, access.id ?? ''),
  input: { path: brandPath, body: SourceInput },
  output: z.object({ data: SourceAnswer }),
  run: async ({ service, db, req, access }, { body }) => {
    const id = access.id ?? '';
    const { token, ...place } = body;
    if (await connectSource(service, db, id, place, token))
      await record(req, {
        type: 'brand.source_connected',
        workspaceId: access.workspaceId,
        subject: { kind: 'brand', id },
        detail: { ...place },
      });
    return { data: await sourceOf(db, service, id) };
  },
});
