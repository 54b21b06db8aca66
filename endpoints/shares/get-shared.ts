import { z } from 'zod';
import { whole } from '../../src/core/events/activity.ts';
import {
  variesByLanguage,
  visitorLanguage,
  VisitorLang,
} from '../../src/assets/languages/visitor-language.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { CursorParameter, offsetParameter } from '../../src/core/paging.ts';
import { openShare } from '../../src/shares/open-share.ts';
import { sharedBy } from '../../src/shares/contents.ts';
import { Shared } from '../../src/shares/schemas.ts';
import { tokenPath } from './schemas.ts';

export const getShared = defineOperation({
  name: 'get_shared',
  http: {
    route: 'GET /api/v1/shared/{token}',
    tag: 'shares',
  },
  summary: 'Get what a share link shares',
  description:
    'Only assets that may be used now, one page at a time, at URLs that work for a day at most. If the link has a password, send it as X-Share-Password. After ten wrong passwords from one address, or 200 in total, the link is blocked for the rest of a ten-minute window.',
  access: {
    scope: 'public',
  },
  input: {
    path: tokenPath,
    query: z.object({
      q: z.string().trim().max(200).optional().describe('Only files whose texts have these words'),
      limit: whole(1, 100).default(60),
      cursor: CursorParameter,
      offset: offsetParameter(1_000_000),
      lang: VisitorLang,
    }),
  },
  output: z.object({ data: Shared }),
  errors: ['not_found', 'gone', 'password', 'rate_limited'],
  run: async ({ service, request }, { path, query }) => {
    const share = await openShare(service, path.token, request);
    const language = await visitorLanguage(service, service.db, share.workspaceId, request, false);
    const data = await sharedBy(service, share, query, language);
    return Answer.json(200, { data }, { 'cache-control': 'no-store', ...variesByLanguage });
  },
});
