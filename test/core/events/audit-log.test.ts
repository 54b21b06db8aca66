// Reading the audit log: who may, page by page, and what the states before and after contain.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { withTableNames } from '../../../src/core/collection-names.ts';
import { auditStatements, statesOf } from '../../../src/core/events/audit.ts';
import { makeAsset as makeRow, makeWorkspace } from '../access/resources.ts';
import type { Caller } from '../../setup/service.ts';
import { newOrganization, place, boss, as, marque, ask, audit, auditOf, type Entry } from './auditing.ts';

afterAll(() => marque.close());

beforeEach(newOrganization);

describe('the audit log', () => {
  it('is for admins: of the organization for all of it, of a workspace for that one', async () => {
    const second = await makeWorkspace(marque, place, 'Second');
    const here = await marque.makeMember(place, 'admin');
    await auditOf(
      ['PATCH', `/organizations/${place.organizationId}`, { name: 'Renamed' }],
      ['PATCH', `/workspaces/${second.workspaceId}`, { name: 'Renamed second' }],
      ['PATCH', `/workspaces/${place.workspaceId}`, { name: 'Renamed first' }],
    );
    const typesFor = async (by: Caller, at = place) =>
      (await audit(by, '', at)).map(({ type, target }) => `${type} ${target?.name}`);
    const all = [
      'workspace.changed Renamed first',
      'workspace.changed Renamed second',
      'organization.changed Renamed',
    ];
    expect(await typesFor(as)).toEqual(all);
    expect(await typesFor(as, second)).toEqual(all);
    expect(await typesFor({ cookie: here.cookie })).toEqual(all.slice(0, 1));
    const service = await marque.makeKey(place, 'admin');
    expect(await typesFor({ key: service.key })).toEqual(all.slice(0, 1));
    const made = await marque.makeKey(place, 'admin', { madeById: boss.id });
    expect(await typesFor({ key: made.key })).toEqual(all);

    const writer = await marque.makePerson();
    await marque.grant(writer.id, 'organization', place.organizationId, 'write', { place });
    const refused = await ask({ cookie: writer.cookie });
    expect([refused.status, refused.body.error.detail]).toEqual([403, { needs: 'admin', has: 'write' }]);
    const narrow = await marque.makePerson();
    const asset = await makeRow(marque, place);
    await marque.grant(narrow.id, 'asset', asset, 'admin', { place });
    expect((await ask({ cookie: narrow.cookie })).status).toBe(403);
    expect((await ask({ cookie: here.cookie }, '', second)).status).toBe(404);
    expect((await ask({ cookie: (await marque.makePerson()).cookie })).status).toBe(404);
    expect((await ask(null)).status).toBe(401);
    for (const query of ['?limit=0', '?limit=201', '?before=x', '?before=0'])
      expect((await ask(as, query)).status).toBe(400);
  });

  it('is paged without repeating or missing entries while new ones are added', async () => {
    const rename = (name: string) => auditOf(['PATCH', `/workspaces/${place.workspaceId}`, { name }]);
    for (let n = 1; n <= 7; n += 1) await rename(`Name ${n}`);
    const names: unknown[] = [];
    let query = '?limit=3';
    for (;;) {
      const { body } = await ask(as, query);
      names.push(...(body.data as Entry[]).map(({ after }) => after?.name));
      if (body.next === null) break;
      query = `?limit=3&before=${body.next as number}`;
      await rename(`Later, at ${names.length}`);
    }
    expect(names).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `Name ${n}`));
  });

  it('reads a page from an index, however deep it is and however many other events there are', async () => {
    const { db } = marque.service;
    await db.query(
      `insert into marque.events (type, organization_id, workspace_id, actor_kind, actor_name, subject_kind, subject_id)
       select case when n % 50 = 0 then 'grant.given' else 'asset.changed' end, $1, $2, 'system', 'Marque', 'asset', gen_random_uuid()
       from generate_series(1, 20000) n`,
      [place.organizationId, place.workspaceId],
    );
    await db.query('analyze marque.events');
    const client = await db.pool.connect();
    try {
      await client.query('set plan_cache_mode = force_generic_plan');
      for (const [name, { text }] of Object.entries(auditStatements)) {
        await client.query(`prepare audit_${name} (uuid, bigint, int) as ${withTableNames(text)}`);
        const id = name === 'organization' ? place.organizationId : place.workspaceId;
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: object }] }>(
          `explain (format json, analyze) execute audit_${name} ('${id}', 9000, 51)`,
        );
        const plan = JSON.stringify(rows[0]?.['QUERY PLAN'][0].Plan);
        expect(plan).toMatch(/"Index Name":"events_\w+_id_id_idx1?"/);
        expect(plan).toMatch(/Index Cond":"[^"]*id < COALESCE/);
        expect(plan).not.toMatch(/"Rows Removed by Filter":[1-9]/);
        expect(plan).not.toContain('"Relation Name":"events","Schema":"marque","Node Type":"Seq Scan"');
        expect(plan).not.toMatch(/Seq Scan[^}]*"Relation Name":"events"/);
      }
    } finally {
      client.release(true);
    }
    expect((await audit(as, '?limit=200&before=9000')).length).toBeGreaterThan(0);
  });
});

describe('the values before and after', () => {
  it('are found in every form an event stores them', () => {
    expect(statesOf('asset.approved', { before: 'draft', after: 'active', filename: 'a.png' })).toEqual({
      before: { status: 'draft' },
      after: { status: 'active' },
      detail: { filename: 'a.png' },
    });
    expect(statesOf('brand.changed', { changes: { private: { before: false, after: true } } })).toEqual({
      before: { private: false },
      after: { private: true },
      detail: {},
    });
    expect(statesOf('key.created', { scope: 'read' })).toEqual({
      before: null,
      after: { scope: 'read' },
      detail: {},
    });
    expect(statesOf('account.signed_in', { address: '::1' })).toEqual({
      before: null,
      after: null,
      detail: { address: '::1' },
    });
  });
});
