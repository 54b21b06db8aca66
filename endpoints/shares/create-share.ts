import { z } from 'zod';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { makeShare } from '../../src/shares/links.ts';
import { NewShare, NewShareAnswer } from '../../src/shares/schemas.ts';
import { hashed } from '../../src/sharing/passwords.ts';
import { sharedTarget } from './schemas.ts';

export const createShare = defineOperation({
  name: 'create_share',
  route: 'POST /api/v1/shares',
  tag: 'shares',
  summary:
    'Make a link for somebody without an account: to look at an asset or a collection, or to send files into one',
  description:
    'Answers the url, this once. A view link always shows what may be used at that moment; what comes through an upload link waits for review. It works until expiresAt, or until it is revoked.',
  scope: 'write',
  ability: 'share',
  targetInBody: sharedTarget,
  input: { body: NewShare },
  output: z.object({ data: NewShareAnswer }),
  status: 201,
  errors: ['invalid'],
  tool: {
    title: 'Share a link',
    description:
      'Makes a link that lets somebody without an account look at an asset or a collection (kind view), or send files into a collection (kind upload; they wait for review). Give it an end with expiresAt. The url is shown once: hand it on. One behind a password is made by a person.',
    // No secret goes through an agent's words.
    without: ['password'],
  },
  prepare: async (_, { body }) => hashed(body.password),
  run: async ({ service, db, req, caller, access }, { body }, password) => {
    const data = await makeShare({ service, db, req, caller }, access.workspaceId ?? '', body, password);
    return Answer.json(201, { data }, { 'cache-control': 'no-store' });
  },
});
