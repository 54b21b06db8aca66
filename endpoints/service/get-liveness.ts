import { z } from 'zod';
import { Answer, defineOperation } from '../../src/core/operation.ts';

export const getLiveness = defineOperation({
  name: 'get_liveness',
  http: {
    route: 'GET /api/health/live',
    tag: 'service',
    uncounted: true,
  },
  summary: 'Check that the process answers',
  description:
    "For liveness probes: it doesn't check the database or the storage, so restart the process only if it doesn't answer.",
  access: {
    scope: 'public',
  },
  output: z.object({ ok: z.literal(true) }).meta({ id: 'Liveness' }),
  run: () => Promise.resolve(Answer.json(200, { ok: true }, { 'cache-control': 'no-store' })),
});
