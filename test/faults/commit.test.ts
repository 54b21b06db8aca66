// Every operation that writes, while the database can't commit: a deferred constraint refuses it, or the
// connection is cut at COMMIT, before it reaches the database or after. What was not stored is never answered
// as a success, and nothing of it stays behind.
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { operations } from '../setup/operations.ts';
import { resetJob } from '../../src/identity/accounts/reset.ts';
import { syncJob } from '../../src/brands/git/source.ts';
import { mailJob } from '../../src/core/mail/send.ts';
import { methodOf, type AnyOperation } from '../../src/core/operation.ts';
import { deployJob } from '../../src/sites/deployments.ts';
import { goodCalls } from '../core/transports/good-calls.ts';
import type { Row } from '../core/transports/good-calls/row.ts';
import { untilJobsAreDone } from '../setup/jobs.ts';
import type { Reply } from '../setup/service.ts';
import { proxy, direct, marque, tenant, changes, disarm, stop, under, send } from './failing-commit.ts';

beforeEach(disarm);
afterEach(disarm);
afterAll(stop);

const queries = {
  query: async <Row extends object>(statement: string, values: readonly unknown[] = []) =>
    (await direct.query<Row>(statement, [...values])).rows,
};

/** Jobs that calls have sent to the queue; scheduled ones aren't counted. */
async function jobs(): Promise<number> {
  const { rows } = await direct.query<{ there: boolean }>(
    `select to_regclass('marque_jobs.job') is not null as there`,
  );
  if (!rows[0]?.there) return 0;
  const found = await direct.query<{ count: string }>(
    `select count(*) from marque_jobs.job where name in ('${mailJob}', '${deployJob}', '${syncJob}', '${resetJob}')`,
  );
  return Number(found.rows[0]?.count);
}

/** True for a 2xx that reports success; a batch answers 200 with a result for each item. */
function saysDone({ status, body }: Reply): boolean {
  if (status < 200 || status >= 400) return false;
  const { data } = (body ?? {}) as { data?: unknown };
  const items = Array.isArray(data) ? data : (data as { results?: unknown } | undefined)?.results;
  if (!Array.isArray(items)) return true;
  return (items as { ok?: boolean; error?: object }[]).some(({ ok, error }) => ok !== false && !error);
}

const writing = operations.flatMap((operation): [string, AnyOperation, Row][] => {
  const row = goodCalls[operation.name];
  return row && methodOf(operation) !== 'GET' ? [[operation.name, operation, row]] : [];
});

describe.each(writing)('%s', (_name, operation, row) => {
  it("isn't answered as a success if it could not be committed", async () => {
    const good = await row.good(tenant);
    await untilJobsAreDone(queries);
    const start = (await changes()).length;
    const well = await send(operation, good);
    const wrote = (await changes()).length > start;
    if (!saysDone(well) || !wrote) return;
    for (const fault of ['refused', 'before commit', 'after commit'] as const) {
      const call = await row.good(tenant);
      await untilJobsAreDone(queries);
      const before = { changes: await changes(), jobs: await jobs() };
      const { hits } = proxy;
      const reply = await under(fault, () => send(operation, call));
      const after = { changes: await changes(), jobs: await jobs() };
      const about = [fault, reply.status, reply.bytes.toString().slice(0, 400)];
      if (fault !== 'refused' && proxy.hits === hits) {
        // Written by a single statement: there was no COMMIT to cut.
        expect([...about, saysDone(reply)]).toEqual([...about, true]);
        continue;
      }
      expect([...about, saysDone(reply)]).toEqual([...about, false]);
      if (fault === 'after commit') {
        if (reply.status >= 400)
          expect([...about, (reply.body as { error: { code: string } }).error.code]).toEqual([
            ...about,
            'outcome_unknown',
          ]);
      } else {
        expect([...about, after]).toEqual([...about, before]);
      }
    }
  });
});

describe('a key that is revoked', () => {
  it.each(['refused', 'before commit'] as const)('still works if that was not stored (%s)', async (fault) => {
    const { id, key } = await marque.makeKey(tenant.place, 'read');
    const before = await changes();
    const reply = await under(fault, () => marque.call('DELETE', `/api/v1/keys/${id}`, { as: tenant.as }));
    expect(reply.status).toBeGreaterThanOrEqual(500);
    expect(await changes()).toEqual(before);
    expect((await marque.call('GET', '/api/v1/me', { as: { key } })).status).toBe(200);
  });

  it('answers that the outcome is unknown if the answer to COMMIT never came', async () => {
    const { id, key } = await marque.makeKey(tenant.place, 'read');
    const reply = await under('after commit', () =>
      marque.call('DELETE', `/api/v1/keys/${id}`, { as: tenant.as }),
    );
    expect([reply.status, reply.body.error.code]).toEqual([503, 'outcome_unknown']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(reply.body.error.detail.reference).toMatch(/^[0-9a-f-]{36}$/);
    expect((await marque.call('GET', '/api/v1/me', { as: { key } })).status).toBe(401);
  });
});
