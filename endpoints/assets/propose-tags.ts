import { z } from 'zod';
import { assetSeenBy } from '../../src/assets/queries.ts';
import { TagList } from '../../src/assets/schemas.ts';
import { suggestTags } from '../../src/assets/suggest.ts';
import { defineOperation } from '../../src/operation.ts';
import { sayWhy } from '../../src/proposals/queue.ts';
import { Note } from '../../src/proposals/schemas.ts';
import { assetPath, onAsset, OneAsset } from './schemas.ts';

export const proposeTags = defineOperation({
  name: 'propose_tags',
  route: 'POST /api/v1/assets/{id}/proposed-tags',
  tag: 'assets',
  summary: 'Suggest tags for an asset',
  description:
    'Tags that the asset has are dropped. The others wait in proposedTags until someone with write accepts or dismisses them.',
  scope: 'propose',
  on: onAsset,
  input: {
    path: assetPath,
    body: z.strictObject({
      tags: TagList.min(1),
      note: Note.optional().describe('Why, for the person who decides'),
    }),
  },
  output: OneAsset,
  status: 200,
  refuses: ['rate_limited', 'conflict'],
  tool: {
    title: 'Propose tags',
    description:
      'Suggests tags for an asset; a person decides. Use it when you see what a picture shows and its tags do not say so.',
    idempotent: true,
  },
  run: async ({ db, req, caller }, { path, body }) => {
    sayWhy(req, body.note);
    await suggestTags(req, db, path.id, body.tags);
    return { data: await assetSeenBy(db, caller, path.id) };
  },
});
