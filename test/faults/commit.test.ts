// Every operation that writes, while the database can't commit: a deferred constraint refuses it, or the
// connection is cut at COMMIT, before it reaches the database or after. What was not stored is never answered
// as a success, and nothing of it stays behind.
import { describe, expect, it } from '@jest/globals';
import { giveConsent } from '../../plugins/agents/oauth/consent.ts';
import { operations } from '../setup/operations.ts';
import { resetJob } from '../../src/identity/accounts/reset.ts';
import { syncJob } from '../../src/brands/git/source.ts';
import { mailJob } from '../../src/core/mail/send.ts';
import { methodOf, type AnyOperation } from '../../src/core/operation.ts';
import { deployJob } from '../../src/sites/deployments.ts';
import { site } from '../sites/zips.ts';
import { goodCalls } from '../core/transports/good-calls.ts';
import type { Row } from '../core/transports/good-calls/row.ts';
import type { Reply } from '../setup/service.ts';
import { proxy, direct, marque, tenant, changes, settled, under, send } from './failing-commit.ts';

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

/** Not reads by their method, and yet they write nothing of their own that a commit could lose. */
const writesNothing: Readonly<Record<string, string>> = {
  check_use: 'answers a question',
  preview_page: 'renders what it is sent',
  send_portal_password: 'sets a signed cookie',
  send_review_visitor: 'sets a signed cookie',
  send_test_email: 'sends an email at once',
  send_password_link: 'queues a job by a single statement',
};

/** Calls that write, of operations whose row in good-calls.ts changes nothing. */
const thatWrites: Readonly<Record<string, Row['good']>> = {
  sign_up: async (tenant) => {
    const email = `${tenant.word()}@example.com`;
    const { token } = await tenant.newInvitation(email);
    return { body: { name: tenant.text(), email, password: 'a password of some length', token }, as: null };
  },
  delete_setting: async () => {
    const at = { path: { key: 'retention' }, query: { context: 'organization' } };
    await marque.call('PATCH', '/api/v1/settings/retention?context=organization', {
      as: tenant.as,
      body: { deletedDays: 20 },
    });
    return at;
  },
  update_theme: (tenant) => ({
    path: { slug: tenant.brand },
    body: { radius: (themes = (themes % 20) + 1) },
  }),
  restore_deployment: async (tenant) => {
    const id = await tenant.newSite();
    const deploy = async (text: string): Promise<string> =>
      (
        await marque.call('POST', `/api/v1/sites/${id}/deployments?wait=true`, {
          as: tenant.as,
          body: new Uint8Array(site({ 'index.html': text })),
        })
      ).body.data.id as string;
    const deployment = await deploy('one');
    await deploy('two');
    return { path: { id, deployment } };
  },
};
let themes = 0;

const writing = [...operations, giveConsent as AnyOperation].flatMap(
  (operation): [string, AnyOperation, Row['good']][] => {
    const { name } = operation;
    const good = thatWrites[name] ?? goodCalls[name]?.good;
    return good && methodOf(operation) !== 'GET' && !(name in writesNothing) ? [[name, operation, good]] : [];
  },
);

describe.each(writing)('%s', (name, operation, good) => {
  const isUpload = name.endsWith('_upload');

  it("isn't answered as a success if it could not be committed", async () => {
    const first = await good(tenant);
    await settled();
    const start = (await changes(isUpload)).length;
    const well = await send(operation, first);
    const wrote = (await changes(isUpload)).length > start;
    expect([well.bytes.toString().slice(0, 400), saysDone(well), wrote]).toEqual([
      expect.anything(),
      true,
      true,
    ]);
    for (const fault of ['refused', 'before commit', 'after commit'] as const) {
      const call = await good(tenant);
      await settled();
      const before = { changes: await changes(isUpload), jobs: await jobs() };
      const { hits } = proxy;
      const reply = await under(fault, () => send(operation, call));
      const after = { changes: await changes(isUpload), jobs: await jobs() };
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
