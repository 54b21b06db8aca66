// A COMMIT that fails or whose answer is lost: repeated calls, Payload's own writes, and transactions.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { inSqlTransaction } from '../../src/core/db/sql-transaction.ts';
import { inTransaction } from '../../src/core/db/transaction.ts';
import { callPayload, type PayloadReply } from '../identity/accounts/payload-transport.ts';
import { site as buildOf } from '../sites/zips.ts';
import { until } from '../setup/children.ts';
import type { Reply } from '../setup/service.ts';
import {
  proxy,
  direct,
  marque,
  tenant,
  changes,
  settled,
  under,
  type CommitFault,
} from './failing-commit.ts';

describe('a call with an Idempotency-Key and an unknown outcome', () => {
  const collections = async (name: string): Promise<number> => {
    const { rows } = await direct.query<{ count: string }>(
      'select count(*) from collections where name = $1',
      [name],
    );
    return Number(rows[0]?.count);
  };
  const create = (name: string, key: string): Promise<Reply> =>
    marque.call('POST', '/api/v1/collections', {
      as: tenant.as,
      body: { name },
      headers: { 'idempotency-key': key },
    });
  /** The key is claimed until the database reports the outcome of the first call. */
  const again = async (name: string, key: string): Promise<Reply> => {
    for (;;) {
      const reply = await create(name, key);
      if (reply.status !== 409) return reply;
    }
  };

  it.each<[string, CommitFault, number, string | null]>([
    ['is repeated from the stored answer if the commit had happened', 'after commit', 1, 'true'],
    ['runs again if it had not', 'before commit', 0, null],
  ])('%s', async (_, fault, written, replayed) => {
    const [name, key] = [tenant.text(), randomUUID()];
    const first = await under(fault, () => create(name, key));
    expect([first.status, first.body.error.code]).toEqual([503, 'outcome_unknown']);
    expect(await collections(name)).toBe(written);
    const second = await again(name, key);
    expect(second.status).toBe(201);
    expect(second.headers.get('idempotency-replayed')).toBe(replayed);
    expect(await collections(name)).toBe(1);
  });

  it('is repeated if the body was a form, and compared with what was stored', async () => {
    const key = randomUUID();
    const upload = (text: string): Promise<Reply> => {
      const body = new FormData();
      body.append('file', new Blob([text]), 'a.txt');
      return marque.call('POST', '/api/v1/assets', {
        as: tenant.as,
        body,
        headers: { 'idempotency-key': key },
      });
    };
    const text = tenant.text();
    const first = await under('after commit', () => upload(text));
    expect([first.status, first.body.error.code]).toEqual([503, 'outcome_unknown']);
    let second = await upload(text);
    while (second.status === 409) second = await upload(text);
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect((await upload(`${text}!`)).body.error.code).toBe('idempotency_mismatch');
  });

  it('makes no second deployment of the same build', async () => {
    const site = await marque.call('POST', '/api/v1/sites', { as: tenant.as, body: { name: tenant.text() } });
    const path = `/api/v1/sites/${site.body.data.id}/deployments`;
    const key = randomUUID();
    const send = (): Promise<Reply> =>
      marque.call('POST', path, {
        as: tenant.as,
        body: zip,
        headers: { 'content-type': 'application/zip', 'idempotency-key': key },
      });
    const zip = buildOf({ 'index.html': tenant.text() });
    const first = await under('after commit', send);
    expect([first.status, first.body.error.code]).toEqual([503, 'outcome_unknown']);
    let second = await send();
    while (second.status === 409) second = await send();
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    const { body } = await marque.call('GET', path, { as: tenant.as });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([second.body.data.id]);
  });

  /** Whether a transaction that writes collections is in its COMMIT, and waits there for `faults.armed`. */
  const commitWaits = async (): Promise<boolean> => {
    const { rowCount } = await direct.query(
      `select from pg_locks waiting
       join pg_locks writing on writing.pid = waiting.pid
       join pg_stat_activity backend on backend.pid = waiting.pid
       where not waiting.granted and waiting.relation = 'faults.armed'::regclass
         and writing.granted and writing.relation = 'collections'::regclass and writing.mode = 'RowExclusiveLock'
         and lower(backend.query) = 'commit'`,
    );
    return rowCount === 1;
  };

  it('waits for a commit that is still running, and never overtakes it', async () => {
    const [name, key] = [tenant.text(), randomUUID()];
    // The COMMIT reaches the database, and lasts as long as this lock is held.
    await direct.query('begin');
    try {
      await direct.query('lock table faults.armed in access exclusive mode');
      const first = create(name, key);
      await until(commitWaits);
      proxy.cut();
      expect((await first).body.error.code).toBe('outcome_unknown');
      const second = again(name, key);
      await direct.query('commit');
      expect((await second).status).toBe(201);
      expect(await collections(name)).toBe(1);
    } finally {
      // Changes nothing if it was committed: otherwise every later commit would wait for the lock.
      await direct.query('rollback');
    }
  });
});

describe("Payload's own writes", () => {
  const renamed = async (fault: CommitFault, write: (id: string, name: string) => Promise<unknown>) => {
    const id = await marque.makeCollection(tenant.place);
    const name = tenant.text();
    await settled();
    const before = await changes();
    const outcome = await under(fault, () => write(id, name));
    const { rows } = await direct.query<{ name: string }>('select name from collections where id = $1', [id]);
    const after = await changes();
    return { outcome, stored: rows[0]?.name === name, wrote: after.length > before.length };
  };

  /** A COMMIT that was cut says so; one that the database refused is an error of ours. */
  function expectFailure(fault: CommitFault, { status, body, headers }: PayloadReply): void {
    if (fault === 'refused') {
      expect(status).toBe(500);
      return;
    }
    expect([status, body.error?.code]).toEqual([503, 'outcome_unknown']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body.error.detail.reference).toMatch(/^[0-9a-f-]{36}$/);
  }

  it.each(['refused', 'before commit', 'after commit'] as const)(
    'fail with PATCH of one record over REST (%s)',
    async (fault) => {
      const { outcome, stored, wrote } = await renamed(fault, async (id, name) => {
        const headers = { cookie: tenant.admin.cookie, origin: marque.url };
        const reply = await callPayload(marque, 'PATCH', `/api/collections/${id}`, {
          body: { name },
          headers,
        });
        return reply.status;
      });
      expect(outcome).toBeGreaterThanOrEqual(500);
      expect([stored, wrote]).toEqual(fault === 'after commit' ? [true, true] : [false, false]);
    },
  );

  it.each(['refused', 'before commit', 'after commit'] as const)(
    'fail with PATCH of many records over REST (%s)',
    async (fault) => {
      const { outcome, stored } = await renamed(fault, async (id, name) => {
        const headers = { cookie: tenant.admin.cookie, origin: marque.url };
        const reply = await callPayload(marque, 'PATCH', `/api/collections?where[id][equals]=${id}`, {
          body: { name },
          headers,
        });
        return reply.status;
      });
      expect(outcome).toBeGreaterThanOrEqual(400);
      expect(stored).toBe(fault === 'after commit');
    },
  );

  it.each(['refused', 'before commit', 'after commit'] as const)(
    'fail with POST and DELETE over REST (%s)',
    async (fault) => {
      const headers = { cookie: tenant.admin.cookie, origin: marque.url };
      const name = tenant.text();
      const body = { name, workspace: tenant.place.workspaceId };
      const stored = async (): Promise<number> =>
        (await direct.query('select from collections where name = $1', [name])).rowCount ?? 0;
      const made = await under(fault, () =>
        callPayload(marque, 'POST', '/api/collections', { body, headers }),
      );
      expectFailure(fault, made);
      expect(await stored()).toBe(fault === 'after commit' ? 1 : 0);

      const id = await marque.makeCollection(tenant.place, { name });
      const before = await stored();
      const gone = await under(fault, () =>
        callPayload(marque, 'DELETE', `/api/collections/${id}`, { headers }),
      );
      expectFailure(fault, gone);
      expect(await stored()).toBe(fault === 'after commit' ? before - 1 : before);
    },
  );

  it.each(['refused', 'before commit', 'after commit'] as const)(
    'fail with payload.update (%s)',
    async (fault) => {
      const { outcome, stored } = await renamed(fault, (id, name) =>
        marque.payload.update({ collection: 'collections', id, data: { name } }).then(
          () => 'done',
          () => 'thrown',
        ),
      );
      expect(outcome).toBe('thrown');
      expect(stored).toBe(fault === 'after commit');
    },
  );
});

describe('a transaction', () => {
  const system = (): void => undefined;

  it('that Payload rolled back inside is an error at its end, and nothing later in it is written', async () => {
    const name = tenant.text();
    const later = inTransaction(marque.payload, system, async (req) => {
      await marque.payload
        .findByID({ collection: 'collections', id: randomUUID(), req })
        .catch(() => undefined);
      await marque.payload.create({
        collection: 'collections',
        data: { name, workspace: tenant.place.workspaceId },
        req,
      });
    });
    await expect(later).rejects.toThrow('rolled back');
    const nothing = inTransaction(marque.payload, system, async (req) => {
      await marque.payload
        .findByID({ collection: 'collections', id: randomUUID(), req })
        .catch(() => undefined);
    });
    await expect(nothing).rejects.toThrow('rolled back');
    const { rowCount } = await direct.query('select from collections where name = $1', [name]);
    expect(rowCount).toBe(0);
  });

  it('in which a statement failed is an error at its end, even if the failure was ignored', async () => {
    const failing = (db: { query: (text: string) => Promise<unknown> }): Promise<unknown> =>
      db.query('select 1 / 0').catch(() => undefined);
    await expect(
      inTransaction(marque.payload, system, async (_req, db) => {
        await failing(db);
      }),
    ).rejects.toThrow('rolled back');
    await expect(inSqlTransaction(marque.service.db.pool, failing)).rejects.toThrow('rolled back');
  });

  it('runs its after-commit work only after the commit', async () => {
    const done: string[] = [];
    const write = (fault: CommitFault | null): Promise<unknown> => {
      const work = (): Promise<unknown> =>
        inTransaction(marque.payload, system, async (_req, db) => {
          await db.query('update workspaces set name = name || $1 where id = $2', [
            '.',
            tenant.place.workspaceId,
          ]);
          db.afterCommit?.(() => done.push(String(fault)));
        }).catch(() => undefined);
      return fault === null ? work() : under(fault, work);
    };
    await write('refused');
    await write('before commit');
    await write(null);
    expect(done).toEqual(['null']);
  });

  it("can't be used once it has ended", async () => {
    let kept: { query: (text: string) => Promise<unknown> } | undefined;
    await inTransaction(marque.payload, system, async (_req, db) => {
      kept = db;
      await db.query('select 1');
    });
    await expect(kept?.query('select 1')).rejects.toThrow('has ended');
    await inSqlTransaction(marque.service.db.pool, (db) => {
      kept = db;
      return db.query('select 1');
    });
    await expect(kept?.query('select 1')).rejects.toThrow('has ended');
  });
});
