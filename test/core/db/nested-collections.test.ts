// The migration that lets grants, privacy and field values reach collections in collections, on a database that already has some.
import { afterAll, expect, it } from '@jest/globals';
import { sql } from '../../../src/core/db/marque/0055-nested-collections.ts';
import { withTableNames } from '../../../src/core/collection-names.ts';
import { defineFields, startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset } from '../access/resources.ts';

const { marque, place, asEditor } = await startWithWorkspace();
afterAll(() => marque.close());

// What the release before had, of what the migration replaces.
const before = `
drop trigger marque_reach on collections; drop trigger marque_leaves_place on collections; drop trigger marque_reach on assets;
drop trigger marque_keep_privacy on collections; drop trigger marque_placed on collections; drop trigger marque_moved on collections;
drop trigger marque_privacy on collections; drop trigger marque_search_privacy on collections;
drop function marque.place_collections(uuid[]); drop function marque.is_collection_private(boolean, uuid);
drop function marque.keep_collection_privacy(); drop function marque.follow_collection_place();
drop table marque.collection_paths;
create trigger marque_privacy after update of private on collections for each row
  when (old.private is distinct from new.private) execute function marque.follow_collection_privacy();
create trigger marque_search_privacy after update of private on collections for each row
  when (old.private is distinct from new.private) execute function marque.follow_search_privacy();
create or replace function marque.effective_fields(asset uuid, own jsonb) returns jsonb language sql stable as $$ select coalesce(own, '{}') $$;
update collections set effective_private = false;
`;

it('finds the paths, hides what is below private collections, and loses nothing', async () => {
  await defineFields(marque, asEditor, { key: 'season', label: 'Season', type: 'text' });
  const outer = await marque.makeCollection(place, { private: true, fields: { season: 'spring' } });
  const inner = await marque.makeCollection(place);
  const open = await marque.makeCollection(place);
  const hidden = await makeAsset(marque, place, { in: [inner] });
  const shown = await makeAsset(marque, place, { in: [inner, open] });
  const { db } = marque.service;
  await db.query(before);
  await db.query('update collections set parent_id = $1 where id = $2', [outer, inner]);
  await db.query('update assets set effective_private = false where id = $1', [hidden]);
  await db.query(withTableNames(sql));

  expect(
    await db.query(
      `select collection_id, ancestor_id, distance, open from marque.collection_paths where collection_id <> ancestor_id`,
    ),
  ).toEqual([{ collection_id: inner, ancestor_id: outer, distance: 1, open: true }]);
  const privacy = async (table: string) =>
    Object.fromEntries(
      (
        await db.query<{ id: string; hides: boolean }>(`select id, effective_private as hides from ${table}`)
      ).map(({ id, hides }) => [id, hides]),
    );
  expect(await privacy('collections')).toEqual({ [outer]: true, [inner]: true, [open]: false });
  expect(await privacy('assets')).toEqual({ [hidden]: true, [shown]: false });
  const found = await db.query<{ id: string }>(
    `select asset_id as id from marque.asset_search where words @@ 'spring'::tsquery order by 1`,
  );
  expect(found.map(({ id }) => id)).toEqual([hidden, shown].sort());
});

it('refuses a circle and a sixth level, whoever writes them', async () => {
  const { db } = marque.service;
  const ids: string[] = [];
  for (let level = 0; level < 5; level += 1) {
    const id = await marque.makeCollection(place);
    await db.query('update collections set parent_id = $1 where id = $2', [ids.at(-1) ?? null, id]);
    ids.push(id);
  }
  const into = (child: string | undefined, parent: string | undefined) =>
    db.query('update collections set parent_id = $1 where id = $2', [parent, child]);
  await expect(into(await marque.makeCollection(place), ids[4])).rejects.toThrow('collection_paths');
  await expect(into(ids[0], ids[4])).rejects.toThrow('collection_paths');
  await expect(into(ids[0], ids[0])).rejects.toThrow('collection_paths');
});
