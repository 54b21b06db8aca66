import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { changeShare, lockShare } from '../../src/shares/links.ts';
import { Share, SharePatch } from '../../src/shares/schemas.ts';
import { hashed } from '../../src/sharing/passwords.ts';
import { onShare, sharePath } from './schemas.ts';

export const updateShare = defineOperation({
  name: 'update_share',
  http: {
    route: 'PATCH /api/v1/shares/{id}',
    tag: 'shares',
  },
  summary: "Change a share link's name, end, password or downloads",
  description:
    'Its address stays the same. A new password signs out everyone who used the old one. To open an expired link again, set expiresAt to null or a later time.',
  access: {
    scope: 'write',
    abilities: ['share'],
    target: onShare,
  },
  input: { path: sharePath, body: SharePatch },
  output: z.object({ data: Share }),
  errors: ['invalid'],
  lock: ({ db }, { path }) => lockShare(db, path.id),
  prepare: async (_, { body }) => hashed(body.password ?? undefined),
  run: async ({ db, req }, { path, body }, password) => ({
    data: await changeShare({ db, req }, path.id, body, password),
  }),
});
