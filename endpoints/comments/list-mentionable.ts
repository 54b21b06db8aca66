import { z } from 'zod';
import { mentionable } from '../../src/comments/mentions.ts';
import { Mentionable } from '../../src/comments/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { assetPath, proposesToAsset } from '../assets/schemas.ts';

export const listMentionable = defineOperation({
  name: 'list_mentionable',
  http: {
    route: 'GET /api/v1/assets/{id}/mentions',
    tag: 'comments',
  },
  summary: 'Suggest people to mention in a comment on an asset: those who can see it',
  access: proposesToAsset,
  input: {
    path: assetPath,
    query: z.object({
      q: z.string().max(100).default('').describe('The beginning of a name, or of a word in it'),
    }),
  },
  output: z.object({ data: z.array(Mentionable) }),
  run: async ({ db }, { path, query }) => ({
    data: await mentionable(db, 'asset', path.id, query.q),
  }),
});
