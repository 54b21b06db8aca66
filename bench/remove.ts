// How long it takes to delete an organization with a library: everything in it, in one transaction, while the
// caller waits.
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { findEmbedded } from '../src/lib/embedded-postgres/index.ts';
import { onOwnService } from './own-service.ts';
import { median } from './measure.ts';
import { seedLibrary } from './seed-library.ts';
import { atMost, type SuiteOptions, type SuiteResult } from './suite.ts';

const assets = 10_000;
/** From the issue and the specification: 10,000 assets within 10 seconds. */
const mostSeconds = 10;

/** Runs the suite on its own service. */
export async function runRemove(options: SuiteOptions): Promise<SuiteResult> {
  return onOwnService(async ({ dataDir, server, cookie }) => {
    const databaseUrl = (await findEmbedded(dataDir)) ?? '';
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const call = async (method: string, route: string, body?: object): Promise<{ id: string }> => {
        const response = await fetch(`${server.url}${route}`, {
          method,
          headers: { cookie, origin: server.url, 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        if (!response.ok) throw new Error(`${route} answered ${response.status}: ${await response.text()}`);
        return ((await response.json()) as { data: { id: string } }).data;
      };
      const took: number[] = [];
      for (let round = 1; round <= options.rounds; round += 1) {
        const { id } = await call('POST', '/api/v1/organizations', { name: `Round ${round}` });
        const { rows } = await client.query<{ id: string }>(
          'select id from workspaces where organization_id = $1',
          [id],
        );
        await seedLibrary(databaseUrl, rows[0]?.id ?? '', assets);
        const began = performance.now();
        await call('DELETE', `/api/v1/organizations/${id}`);
        took.push((performance.now() - began) / 1000);
        const left = await client.query('select 1 from assets where workspace_id = $1 limit 1', [
          rows[0]?.id,
        ]);
        if (left.rowCount !== 0) throw new Error('Something of it is left.');
      }
      const row = atMost(`an organization with ${assets} assets deleted`, median(took), mostSeconds, 's');
      return { rows: [row], postgres: 'embedded' };
    } finally {
      await client.end();
    }
  });
}
