import { z } from 'zod';
import { Id } from '../../src/assets/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { sharesSeenBy } from '../../src/shares/links.ts';
import { Share } from '../../src/shares/schemas.ts';

export const listShares = defineOperation({
  name: 'list_shares',
  http: {
    route: 'GET /api/v1/shares',
    tag: 'shares',
  },
  summary: "List the share links that haven't been revoked, newest first",
  description: "Only links to resources that you can share. Expired links are included; addresses aren't.",
  access: {
    scope: 'write',
    within: true,
  },
  input: {
    query: z.object({
      collection: Id.optional().describe('Only links to this collection'),
      asset: Id.optional().describe('Only links to this asset'),
    }),
  },
  output: z.object({ data: z.array(Share) }),
  agent: {
    title: 'List share links',
    description:
      'Lists the links through which people without an account view assets and collections, or upload files. Use it to see what is shared, and to find the id of a link to revoke.',
    readOnly: true,
  },
  run: async ({ db, caller, access }, { query }) => ({
    data: await sharesSeenBy(db, caller, access.workspaceId ?? '', query),
  }),
});
