import { defineOperation } from '../../src/core/operation.ts';
import { lockShare, revokeShare } from '../../src/shares/links.ts';
import { Deleted, deleted } from '../deleted.ts';
import { onShare, sharePath } from './schemas.ts';

export const deleteShare = defineOperation({
  name: 'delete_share',
  http: {
    route: 'DELETE /api/v1/shares/{id}',
    tag: 'shares',
  },
  summary: 'Revoke a share link',
  description: 'Its address then responds with 410.',
  access: {
    scope: 'write',
    abilities: ['share'],
    target: onShare,
  },
  input: { path: sharePath },
  output: Deleted,
  agent: {
    title: 'Revoke a share link',
    description:
      'Revokes a share link: people who follow it see that it no longer works. Use it when something should no longer be shared.',
    destructive: true,
  },
  lock: ({ db }, { path }) => lockShare(db, path.id),
  run: async ({ req, db }, { path }) => {
    await revokeShare(req, db, path.id);
    return deleted;
  },
});
