import { z } from 'zod';
import { assetSeenBy } from '../../src/assets/queries.ts';
import { suggestFields } from '../../src/assets/suggest.ts';
import { FieldValue } from '../../src/fields/schemas.ts';
import { defineOperation } from '../../src/operation.ts';
import { sayWhy } from '../../src/proposals/queue.ts';
import { Note } from '../../src/proposals/schemas.ts';
import { assetPath, onAsset, OneAsset } from './schemas.ts';

export const proposeFields = defineOperation({
  name: 'propose_fields',
  route: 'POST /api/v1/assets/{id}/proposed-fields',
  tag: 'assets',
  summary: 'Suggest custom field values for an asset',
  description:
    'Each value is checked against its field. A value for a field that the asset already has is dropped. The others wait in proposedFields until someone with write accepts or dismisses them.',
  scope: 'propose',
  ignoresUnknown: true,
  on: onAsset,
  input: {
    path: assetPath,
    body: z.strictObject({
      fields: z.record(z.string(), FieldValue),
      note: Note.optional().describe('Why, for the person who decides'),
    }),
  },
  output: OneAsset,
  status: 200,
  refuses: ['rate_limited', 'invalid', 'conflict'],
  tool: {
    title: 'Propose field values',
    description:
      'Suggests custom field values for an asset; a person decides. Use list_fields first to learn the keys, types and options.',
    idempotent: true,
  },
  run: async ({ db, req, caller }, { path, body }) => {
    sayWhy(req, body.note);
    await suggestFields(req, db, path.id, body.fields);
    return { data: await assetSeenBy(db, caller, path.id) };
  },
});
