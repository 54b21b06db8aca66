import { z } from 'zod';
import { Answer, defineOperation } from '../../src/core/operation.ts';

export const getHealth = defineOperation({
  name: 'get_health',
  http: {
    route: 'GET /api/health',
    tag: 'service',
    also: { 503: 'The database or storage is down' },
  },
  summary: 'Check the health of the service, its database and storage',
  access: {
    scope: 'public',
  },
  output: z
    .object({ ok: z.boolean(), database: z.boolean(), storage: z.boolean(), version: z.string() })
    .meta({ id: 'Health' }),
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
