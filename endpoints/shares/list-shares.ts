import { z } from 'zod';
import { Id } from '../../src/assets/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { sharesSeenBy } from '../../src/shares/links.ts';
import { Share } from '../../src/shares/schemas.ts';

export const listShares = defineOperation({
  name: 'list_shares',
  route: 'GET /api/v1/shares',
  tag: 'shares',
  summary: 'The links that were made and not revoked, newest first',
  description: 'Those of what you may share yourself. Expired ones are among them; none tells its address.',
  scope: 'write',
  within: true,
  input: {
    query: z.object({
      collection: Id.optional().describe('Only those of this collection'),
      asset: Id.optional().describe('Only those of this asset'),
    }),
  },
  output: z.object({ data: z.array(Share) }),
  tool: {
    title: 'List share links',
    description:
      'Lists the links by which people without an account look at assets and collections, or send files in. Use it to see what is shared, and to find the id of a link to revoke.',
    readOnly: true,
  },
  run: async ({ db, caller, access }, { query }) => ({
    data: await sharesSeenBy(db, caller, access.workspaceId ?? '', query),
  }),
});
