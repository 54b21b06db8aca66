import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { recordWith } from '../../src/core/pipeline/conditional-requests.ts';
import { staysPublic } from '../../src/shares/contents.ts';
import { shareNow } from '../../src/shares/links.ts';
import { Share, StaysPublic } from '../../src/shares/schemas.ts';
import { onShare, sharePath } from './schemas.ts';

export const getShare = defineOperation({
  name: 'get_share',
  http: {
    route: 'GET /api/v1/shares/{id}',
    tag: 'shares',
  },
  summary: 'Get a share link, and which of its assets stay public without it',
  description:
    'With include=staysPublic, `staysPublic` lists the assets that anyone can open at their own address, even after the link is revoked. The ETag is the same with and without `include`.',
  access: {
    scope: 'write',
    abilities: ['share'],
    target: onShare,
  },
  input: { path: sharePath, query: z.object({ include: z.enum(['staysPublic']).optional() }) },
  output: z.object({ data: Share, staysPublic: StaysPublic.optional().describe('With include=staysPublic') }),
  run: async ({ db }, { path, query: { include } }) => {
    const data = await shareNow(db, path.id);
    return include === undefined
      ? { data }
      : recordWith({ data }, { data, staysPublic: await staysPublic(db, data) });
  },
});
