import { z } from 'zod';
import { droppedHeaders, droppedWords } from '../../src/assets/ingest/dropped-header.ts';
import { assetSeenBy } from '../../src/assets/queries.ts';
import { suggestFields } from '../../src/assets/search/suggest.ts';
import { FieldValue } from '../../src/fields/schemas.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { sayWhy } from '../../src/proposals/queue.ts';
import { Note } from '../../src/proposals/schemas.ts';
import { assetPath, onAsset, OneAsset } from './schemas.ts';

export const proposeFields = defineOperation({
  name: 'propose_fields',
  route: 'POST /api/v1/assets/{id}/proposed-fields',
  tag: 'assets',
  summary: 'Suggest custom field values for an asset',
  description:
    'Each value is checked against its field. A value for a field that the asset already has is dropped, and named in the header Marque-Dropped: POST /api/v1/proposals proposes a correction. The others wait in proposedFields until someone with write accepts or dismisses them.',
  scope: 'propose',
  ignoresUnknown: true,
  target: onAsset,
  input: {
    path: assetPath,
    body: z.strictObject({
      fields: z.record(z.string(), FieldValue),
      note: Note.optional().describe('Why, for the person who decides'),
    }),
  },
  output: OneAsset,
  answerHeaders: {
    'Marque-Dropped': droppedWords(
      'Keys of the fields that the asset has a value of its own for: what was sent for them was dropped',
    ),
  },
  status: 200,
  errors: ['rate_limited', 'invalid', 'conflict'],
  tool: {
    title: 'Propose field values',
    description:
      'Suggests custom field values for an asset; a person decides. A field that has a value already is left as it is, and dropped says which: propose a correction with propose_changes. Use list_fields first to learn the keys, types and options.',
    idempotent: true,
    dropped:
      'The asset has a value of its own for these fields, so nothing was suggested for them. Propose a correction with propose_changes.',
  },
  run: async ({ db, req, caller }, { path, body }) => {
    sayWhy(req, body.note);
    const dropped = await suggestFields(req, db, path.id, body.fields);
    return Answer.json(200, { data: await assetSeenBy(db, caller, path.id) }, droppedHeaders(dropped));
  },
});
