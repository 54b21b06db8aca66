// Every operation that writes, while the database can't commit: a deferred constraint refuses it, or the
// connection is cut at COMMIT, before it reaches the database or after. What was not stored is never answered
// as a success, and nothing of it stays behind.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { operations } from '../setup/operations.ts';
import { resetJob } from '../../src/identity/accounts/reset.ts';
import { syncJob } from '../../src/brands/git/source.ts';
import { inSqlTransaction } from '../../src/core/db/sql-transaction.ts';
import { inTransaction } from '../../src/core/db/transaction.ts';
import { mailJob } from '../../src/core/mail/send.ts';
import { methodOf, pathOf, type AnyOperation } from '../../src/core/operation.ts';
import { deployJob } from '../../src/sites/deployments.ts';
import { callPayload } from '../identity/accounts/payload-transport.ts';
import { goodCalls, type Call, type Row } from '../core/transports/good-calls.ts';
import { Tenant } from '../core/transports/tenant.ts';
import { until } from '../setup/children.ts';
import { site as buildOf } from '../sites/zips.ts';
import { startService, type Reply, type TestService } from '../setup/service.ts';
import { openDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';

let marque: TestService;
let proxy: DatabaseProxy;
let tenant: Tenant;
/** Bypasses the proxy: sees what is stored whatever the service sees. */
let direct: pg.Client;

beforeAll(async () => {
  marque = await startService({ RATE_LIMIT: '0' }, async (url) => {
    proxy = await openDatabaseProxy(url);
    direct = new pg.Client({ connectionString: url });
    await direct.connect();
    return proxy.url;
  });
  tenant = await Tenant.furnish(marque, 'faultless');
  await installFault();
});
beforeEach(async () => {
  await disarm();
});
afterEach(async () => {
  await disarm();
});
afterAll(async () => {
  await direct.end();
  await marque.close();
  await proxy.close();
});

/** Written separately from what a call does: counters, claims, and staged data. */
const bookkeeping = [
  'marque.attempts',
  'marque.requests',
  'marque.idempotent_calls',
  'marque.delivery_days',
  'marque.sweeps',
  'marque.blob_claims',
  'marque.job_claims',
];

/**
 * Makes the database record every change of a row, and refuse to commit one while `faults.armed` contains a
 * row. Recording that a key was used isn't a change.
 */
async function installFault(): Promise<void> {
  const { rows } = await direct.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'marque') and table_type = 'BASE TABLE' order by 1`,
  );
  const tables = rows.map(({ name }) => name).filter((name) => !bookkeeping.includes(name));
  await direct.query(`
    create schema faults;
    create table faults.armed (one int);
    create table faults.changes (named text not null);
    create function faults.note() returns trigger language plpgsql as $$
      begin
        if (to_jsonb(old) - 'calls' - 'last_used_at') is distinct from (to_jsonb(new) - 'calls' - 'last_used_at') then
          insert into faults.changes values (tg_table_name);
        end if;
        return null;
      end $$;
    create function faults.refuse() returns trigger language plpgsql as $$
      begin
        if exists (select from faults.armed)
          and (to_jsonb(old) - 'calls' - 'last_used_at') is distinct from (to_jsonb(new) - 'calls' - 'last_used_at') then
          raise exception 'refused at commit';
        end if;
        return null;
      end $$;
    ${tables
      .map(
        (
          name,
        ) => `create trigger noted after insert or update or delete on ${name} for each row execute function faults.note();
          create constraint trigger refused after insert or update or delete on ${name} deferrable initially deferred
            for each row execute function faults.refuse();`,
      )
      .join('\n')}
  `);
}

/** Staged data stays for the next try of a call's transaction: upload tickets. */
async function changes(): Promise<string[]> {
  const { rows } = await direct.query<{ named: string }>(
    `select named from faults.changes where named <> 'upload_tickets'`,
  );
  return rows.map(({ named }) => named);
}

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

async function disarm(): Promise<void> {
  proxy.fault = 'pass';
  await direct.query('delete from faults.armed');
}

type CommitFault = 'refused' | 'before commit' | 'after commit';

async function under<T>(fault: CommitFault, work: () => Promise<T>): Promise<T> {
  if (fault === 'refused') await direct.query('insert into faults.armed values (1)');
  else proxy.fault = fault;
  try {
    return await work();
  } finally {
    await disarm();
  }
}

function send(operation: AnyOperation, call: Call): Promise<Reply> {
  const path = pathOf(operation).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(call.path?.[name] ?? ''),
  );
  const query = new URLSearchParams(call.query).toString();
  return marque.call(methodOf(operation), `${path}${query && `?${query}`}`, {
    as: call.as === undefined ? tenant.as : call.as,
    body: call.body,
    ...(call.headers ? { headers: call.headers } : {}),
  });
}

/**
 * True once no deployment or sync of an earlier call is waiting or running: its writes aren't changes of the
 * next call.
 */
async function nothingRuns(): Promise<boolean> {
  const { rows } = await direct.query<{ there: boolean }>(
    `select to_regclass('marque_jobs.job') is not null as there`,
  );
  if (!rows[0]?.there) return true;
  const found = await direct.query(
    `select 1 from marque_jobs.job where name in ('${deployJob}', '${syncJob}') and state in ('created', 'active') limit 1`,
  );
  return found.rows.length === 0;
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
    await until(nothingRuns);
    const start = (await changes()).length;
    const well = await send(operation, good);
    const wrote = (await changes()).length > start;
    if (!saysDone(well) || !wrote) return;
    for (const fault of ['refused', 'before commit', 'after commit'] as const) {
      const call = await row.good(tenant);
      await until(nothingRuns);
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

  it('is repeated from the stored answer if the commit had happened', async () => {
    const [name, key] = [tenant.text(), randomUUID()];
    const first = await under('after commit', () => create(name, key));
    expect([first.status, first.body.error.code]).toEqual([503, 'outcome_unknown']);
    expect(await collections(name)).toBe(1);
    const second = await again(name, key);
    expect(second.status).toBe(201);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
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

  it('runs again if it had not', async () => {
    const [name, key] = [tenant.text(), randomUUID()];
    const first = await under('before commit', () => create(name, key));
    expect([first.status, first.body.error.code]).toEqual([503, 'outcome_unknown']);
    expect(await collections(name)).toBe(0);
    const second = await again(name, key);
    expect(second.status).toBe(201);
    expect(second.headers.get('idempotency-replayed')).toBeNull();
    expect(await collections(name)).toBe(1);
  });

  it('waits for a commit that is still running, and never overtakes it', async () => {
    const [name, key] = [tenant.text(), randomUUID()];
    // The COMMIT reaches the database, and lasts as long as this lock is held.
    await direct.query('begin');
    await direct.query('lock table faults.armed in access exclusive mode');
    proxy.fault = 'after commit';
    const { hits } = proxy;
    const first = create(name, key);
    while (proxy.hits === hits) await new Promise((resolve) => setTimeout(resolve, 20));
    proxy.fault = 'pass';
    proxy.cut();
    expect((await first).body.error.code).toBe('outcome_unknown');
    const second = again(name, key);
    await direct.query('commit');
    expect((await second).status).toBe(201);
    expect(await collections(name)).toBe(1);
  });
});

describe("Payload's own writes", () => {
  const renamed = async (fault: CommitFault, write: (id: string, name: string) => Promise<unknown>) => {
    const id = await marque.makeCollection(tenant.place);
    const name = tenant.text();
    const before = await changes();
    const outcome = await under(fault, () => write(id, name));
    const { rows } = await direct.query<{ name: string }>('select name from collections where id = $1', [id]);
    const after = await changes();
    return { outcome, stored: rows[0]?.name === name, wrote: after.length > before.length };
  };

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
