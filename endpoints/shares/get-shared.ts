import { z } from 'zod';
import { whole } from '../../src/core/events/activity.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { CursorParameter, offsetParameter } from '../../src/core/paging.ts';
import { openShare } from '../../src/shares/open-share.ts';
import { sharedBy } from '../../src/shares/contents.ts';
import { Shared } from '../../src/shares/schemas.ts';
import { tokenPath } from './schemas.ts';

export const getShared = defineOperation({
  name: 'get_shared',
  route: 'GET /api/v1/shared/{token}',
  tag: 'shares',
  summary: 'What a share link holds, for whoever has it',
  description:
    'Only what may be used at this moment, a page at a time, with addresses that work for a day at most. Where the link has a password, send it as X-Share-Password; ten wrong ones from one address, or 200 in all, in ten minutes close it for the rest of them.',
  scope: 'public',
  input: {
    path: tokenPath,
    query: z.object({
      limit: whole(1, 100).default(60),
      cursor: CursorParameter,
      offset: offsetParameter(1_000_000),
    }),
  },
  output: z.object({ data: Shared }),
  errors: ['not_found', 'gone', 'password', 'rate_limited'],
  run: async ({ service, request }, { path, query }) => {
    const share = await openShare(service, path.token, request);
    return Answer.json(200, { data: await sharedBy(service, share, query) }, { 'cache-control': 'no-store' });
  },
});
