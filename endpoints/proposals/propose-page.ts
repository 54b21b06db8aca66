import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { proposalOf } from '../../src/review/queries.ts';
import { NoteToReviewer } from '../../src/review/schemas.ts';
import { proposePage as propose } from '../../src/review/brand-proposals.ts';
import { proposePageDeletion } from '../../src/review/page-deletion.ts';
import { onBrand, pagePath } from '../brands/schemas.ts';
import { pageChangeOf, pageWays } from './brand-items.ts';
import { OneProposal } from './schemas.ts';

const Body = z
  .strictObject({
    ...pageWays,
    delete: z.literal(true).optional().describe('Deletes it'),
    note: NoteToReviewer,
  })
  .refine((body) => [body.content, body.ops, body.delete].filter((way) => way !== undefined).length === 1, {
    message: 'Send exactly one of content, ops and delete.',
    path: ['content'],
  });

export const proposePage = defineOperation({
  name: 'propose_page',
  http: {
    route: 'POST /api/v1/brands/{slug}/proposed-pages/{page}',
    tag: 'proposals',
    status: 201,
  },
  summary: 'Propose a new brand page, a change to one, or to delete one; a person decides',
  description:
    'Validated like save_page, edit_page and delete_page, but kept for review instead of written. Sending the same proposal again while it waits returns the existing one.',
  access: {
    scope: 'propose',
    target: onBrand,
  },
  input: { path: pagePath, body: Body },
  output: OneProposal,
  errors: ['invalid', 'conflict', 'rate_limited'],
  agent: {
    title: 'Propose a brand page',
    description:
      'Suggests a new page of a brand, a change to one (whole through content, or in steps through ops), or to delete one. A person decides; nothing changes until then. Read the page with get_page and the templates with list_templates first, and give the reason in note.',
    idempotent: true,
  },
  run: async (context, { path, body }) => {
    const { note } = body;
    const id = body.delete
      ? await proposePageDeletion(context, path.page, note)
      : await propose(context, context.access.id ?? '', path.page, pageChangeOf(body), note);
    return { data: await proposalOf(context.db, id) };
  },
});
