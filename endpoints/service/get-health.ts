import { z } from 'zod';
import { failureKinds } from '../../src/core/failures.ts';
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
    .object({
      ok: z.boolean(),
      database: z.boolean(),
      storage: z.boolean(),
      version: z.string(),
      missing: z
        .array(z.enum(['chromium']))
        .describe('Programs that this server could make use of: chromium draws pages for agents'),
      failing: z
        .array(
          z.object({
            module: z.string(),
            during: z.enum(failureKinds),
            name: z.string().describe('The name of the operation, job or listener, or of the module itself'),
            at: z.iso.datetime(),
          }),
        )
        .describe(
          'What of a module failed in this process and has not succeeded since; the cause is in the log',
        ),
    })
    .meta({ id: 'Health' }),
  run: async ({ service }) => {
    const [database, storage] = await Promise.all([
      service.db.query('select 1').then(
        () => true,
        () => false,
      ),
      service.storage.healthy(),
    ]);
    const failing = service.failures.list().map((one) => ({ ...one, at: one.at.toISOString() }));
    const health = {
      ok: database && storage,
      database,
      storage,
      version: service.version,
      missing: service.env.chromiumPath === undefined ? ['chromium' as const] : [],
      failing,
    };
    return Answer.json(health.ok ? 200 : 503, health, { 'cache-control': 'no-store' });
  },
});
