// The migration that adds stages to proposals, on a database whose queue already has some.
import { afterAll, expect, it } from '@jest/globals';
import { sql } from '../../../src/core/db/marque/0058-review-stages.ts';
import { withTableNames } from '../../../src/core/collection-names.ts';
import { makeAsset } from '../../assets/library.ts';
import { callsAs } from '../../setup/callers.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';

const { marque, asEditor, proposer } = await startWithWorkspace();
afterAll(() => marque.close());

// What the release before had, of what the migration replaces.
const before = `
drop table marque.stage_reminders; drop table marque.stage_decisions;
alter table marque.proposals drop column stages, drop column distinct_deciders, drop column stage, drop column stage_since;
create or replace function marque.is_access_event(type text, detail jsonb) returns boolean language sql immutable parallel safe as $$ select false $$;
`;

it('keeps what waits, without stages, and what was decided', async () => {
  const { id: waiting } = await makeAsset(marque, proposer, { tags: ['kept'] });
  const { id: decided } = await makeAsset(marque, proposer);
  const editing = callsAs(marque, asEditor);
  const on = async (id: string) =>
    (await editing.done('GET', `/proposals?target=${id}&status=any`)).body.data[0];
  await editing.done('POST', `/proposals/${(await on(decided)).id}/decision`, {
    decision: 'reject',
    note: 'No',
  });
  const shown = [await on(waiting), await on(decided)];
  await marque.service.db.query(before);
  await marque.service.db.query(withTableNames(sql));

  expect([await on(waiting), await on(decided)]).toEqual(shown);
  expect(shown[0]).toMatchObject({
    status: 'waiting',
    stages: [],
    waitsForMe: true,
    after: { tags: ['kept'] },
  });
  expect(
    (await editing.call('POST', `/proposals/${shown[0].id}/decision`, { decision: 'accept' })).body.data,
  ).toMatchObject({
    status: 'accepted',
  });
  const [audit] = await marque.service.db.query<{ of: boolean[] }>(
    `select array[marque.is_access_event('proposal.accepted_in_stage', '{}'), marque.is_access_event('grant.given', '{}'),
       marque.is_access_event('asset.changed', '{}')] as of`,
  );
  expect(audit?.of).toEqual([true, true, false]);
});
