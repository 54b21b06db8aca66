import { z } from 'zod';
import { droppedHeaders, droppedWords } from '../../src/assets/ingest/dropped-header.ts';
import { assetSeenBy } from '../../src/assets/queries.ts';
import { TagList } from '../../src/assets/schemas.ts';
import { suggestTags } from '../../src/assets/search/suggest.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { sayWhy } from '../../src/proposals/queue.ts';
import { Note } from '../../src/proposals/schemas.ts';
import { assetPath, onAsset, OneAsset } from './schemas.ts';

export const proposeTags = defineOperation({
  name: 'propose_tags',
  route: 'POST /api/v1/assets/{id}/proposed-tags',
  tag: 'assets',
  summary: 'Suggest tags for an asset',
  description:
    'Tags that the asset has are dropped, and named in the header Marque-Dropped. The others wait in proposedTags until someone with write accepts or dismisses them.',
  scope: 'propose',
  target: onAsset,
  input: {
    path: assetPath,
    body: z.strictObject({
      tags: TagList.min(1),
      note: Note.optional().describe('Why, for the person who decides'),
    }),
  },
  output: OneAsset,
  answerHeaders: {
    'Marque-Dropped': droppedWords('Tags that the asset has: they were dropped'),
  },
  status: 200,
  errors: ['rate_limited', 'conflict'],
  tool: {
    title: 'Propose tags',
    description:
      'Suggests tags for an asset; a person decides. Use it when you see what a picture shows and its tags do not say so.',
    idempotent: true,
    dropped: 'The asset has these tags already, so they were not suggested.',
  },
  run: async ({ db, req, caller }, { path, body }) => {
    sayWhy(req, body.note);
    const dropped = await suggestTags(req, db, path.id, body.tags);
    return Answer.json(200, { data: await assetSeenBy(db, caller, path.id) }, droppedHeaders(dropped));
  },
});
