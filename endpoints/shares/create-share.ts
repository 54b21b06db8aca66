import { z } from 'zod';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { makeShare } from '../../src/shares/links.ts';
import { NewShare, NewShareAnswer } from '../../src/shares/schemas.ts';
import { hashed } from '../../src/sharing/passwords.ts';
import { sharedTarget } from './schemas.ts';

export const createShare = defineOperation({
  name: 'create_share',
  http: {
    route: 'POST /api/v1/shares',
    tag: 'shares',
    status: 201,
  },
  summary:
    'Create a share link for someone without an account: to view or review an asset or collection, or upload files',
  description:
    "Returns the url once. A link to view or review always shows what may be used at that moment; visitors of a review link comment under a name and an e-mail address, and see only comments made through it. Files sent through an upload link wait for review. The link works until expiresAt, or until it's revoked.",
  access: {
    scope: 'write',
    abilities: ['share'],
    targetInBody: sharedTarget,
    proposedBy: ['propose_share'],
  },
  input: { body: NewShare },
  output: z.object({ data: NewShareAnswer }),
  errors: ['invalid'],
  agent: {
    title: 'Share a link',
    description:
      'Creates a link that lets someone without an account view an asset or a collection, comment on it (review), or upload files into a collection, to be reviewed. The url is shown once. Only people can set a password.',
    // Secrets don't pass through an agent's context.
    without: ['password'],
  },
  prepare: async (_, { body }) => hashed(body.password),
  run: async ({ service, db, req, caller, access }, { body }, password) => {
    const data = await makeShare({ service, db, req, caller }, access.workspaceId ?? '', body, password);
    return Answer.json(201, { data }, { 'cache-control': 'no-store' });
  },
});
