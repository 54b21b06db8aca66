import { z } from 'zod';
import { Answer, defineOperation } from '../../src/core/operation.ts';

export const getHealth = defineOperation({
  name: 'get_health',
  route: 'GET /api/health',
  tag: 'service',
  summary: 'Whether the service and its parts are up',
  scope: 'public',
  output: z
    .object({ ok: z.boolean(), database: z.boolean(), storage: z.boolean(), version: z.string() })
    .meta({ id: 'Health' }),
  also: { 503: 'A part is down' },
  run: async ({ service }) => {
    const [database, storage] = await Promise.all([
      service.db.query('select 1').then(
        () => true,
        () => false,
      ),
      service.storage.healthy(),
    ]);
    const health = { ok: database && storage, database, storage, version: service.version };
    return Answer.json(health.ok ? 200 : 503, health, { 'cache-control': 'no-store' });
  },
});
