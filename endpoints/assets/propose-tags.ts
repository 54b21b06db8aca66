import { z } from 'zod';
import { droppedHeaders, droppedWords } from '../../src/assets/ingest/dropped-header.ts';
import { assetSeenBy } from '../../src/assets/queries.ts';
import { TagList } from '../../src/assets/schemas.ts';
import { suggestTags } from '../../src/assets/search/suggest.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { setProposalNote } from '../../src/proposals/queue.ts';
import { NoteToReviewer } from '../../src/review/schemas.ts';
import { assetPath, proposesToAsset, OneAsset } from './schemas.ts';

export const proposeTags = defineOperation({
  name: 'propose_tags',
  http: {
    route: 'POST /api/v1/assets/{id}/proposed-tags',
    tag: 'assets',
    status: 200,
    answerHeaders: {
      'Marque-Dropped': droppedWords('Tags that were dropped because the asset already has them'),
    },
  },
  summary: 'Suggest tags for an asset',
  description:
    'Tags that the asset already has are dropped and listed in the Marque-Dropped header. The rest wait in proposedTags until someone with write accepts or dismisses them.',
  access: proposesToAsset,
  input: {
    path: assetPath,
    body: z.strictObject({
      tags: TagList.min(1),
      note: NoteToReviewer,
    }),
  },
  output: OneAsset,
  errors: ['rate_limited', 'conflict'],
  agent: {
    title: 'Propose tags',
    // propose_changes proposes them too, of many assets at once.
    unlisted: true,
    description:
      "Suggests tags for an asset; a person decides. Use it when an image shows something that its tags don't mention.",
    idempotent: true,
    dropped: "The asset already has these tags, so they weren't suggested.",
  },
  run: async ({ db, req, caller }, { path, body }) => {
    setProposalNote(req, body.note);
    const dropped = await suggestTags(req, db, path.id, body.tags);
    return Answer.json(200, { data: await assetSeenBy(db, caller, path.id) }, droppedHeaders(dropped));
  },
});
