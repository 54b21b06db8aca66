import { z } from 'zod';
import { droppedHeaders, droppedWords } from '../../src/assets/ingest/dropped-header.ts';
import { assetSeenBy } from '../../src/assets/queries.ts';
import { suggestFields } from '../../src/assets/search/suggest.ts';
import { FieldValue } from '../../src/fields/schemas.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { setProposalNote } from '../../src/proposals/queue.ts';
import { NoteToReviewer } from '../../src/review/schemas.ts';
import { assetPath, proposesToAsset, OneAsset } from './schemas.ts';

export const proposeFields = defineOperation({
  name: 'propose_fields',
  http: {
    route: 'POST /api/v1/assets/{id}/proposed-fields',
    tag: 'assets',
    status: 200,
    answerHeaders: {
      'Marque-Dropped': droppedWords(
        'Keys of fields whose values were dropped because the asset already has its own',
      ),
    },
    ignoresUnknown: true,
  },
  summary: 'Suggest custom field values for an asset',
  description:
    'Each value is validated against its field. Values for fields that the asset already has are dropped and listed in the Marque-Dropped header; use POST /api/v1/proposals to propose a correction. The rest wait in proposedFields until someone with write accepts or dismisses them.',
  access: proposesToAsset,
  input: {
    path: assetPath,
    body: z.strictObject({
      fields: z.record(z.string(), FieldValue),
      note: NoteToReviewer,
    }),
  },
  output: OneAsset,
  errors: ['rate_limited', 'invalid', 'conflict'],
  agent: {
    title: 'Propose field values',
    // propose_changes proposes them too, of many assets at once.
    unlisted: true,
    description:
      'Suggests custom field values for an asset; a person decides. Fields that already have a value are left alone and listed in dropped; propose a correction with propose_changes. Call list_fields first for the keys, types and options.',
    idempotent: true,
    dropped:
      'The asset already has its own values for these fields, so nothing was suggested for them. Propose a correction with propose_changes.',
  },
  run: async ({ db, req, caller }, { path, body }) => {
    setProposalNote(req, body.note);
    const dropped = await suggestFields(req, db, path.id, body.fields);
    return Answer.json(200, { data: await assetSeenBy(db, caller, path.id) }, droppedHeaders(dropped));
  },
});
