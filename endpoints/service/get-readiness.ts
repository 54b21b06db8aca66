import { z } from 'zod';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { stateOf } from '../../src/core/state.ts';

export const getReadiness = defineOperation({
  name: 'get_readiness',
  http: {
    route: 'GET /api/health/ready',
    tag: 'service',
    also: { 503: 'The database or storage is down' },
  },
  summary: 'Check that the service can answer requests',
  access: {
    scope: 'public',
  },
  output: z
    .object({ ok: z.boolean(), database: z.boolean(), storage: z.boolean() })
    .meta({ id: 'Readiness' }),
  run: async ({ service }) => {
    const state = await stateOf(service);
    return Answer.json(state.ok ? 200 : 503, state, { 'cache-control': 'no-store' });
  },
});
