// Resources for access tests, inserted directly: their files don't matter here, only who has access.
import { AsyncLocalStorage } from 'node:async_hooks';
import { until } from '../../setup/children.ts';
import type { Person, Place, TestService } from '../../setup/service.ts';

let counter = 0;

/** An active asset without bytes. */
export async function makeAsset(
  marque: TestService,
  place: Place,
  options: { private?: boolean; status?: string; in?: string[] } = {},
): Promise<string> {
  const [row] = await marque.service.db.query<{ id: string }>(
    `insert into assets (filename, mime_type, filesize, sha256, workspace_id, private, status)
     values ('a.png', 'image/png', 1, $1, $2, $3, $4::enum_assets_status) returning id`,
    [
      String((counter += 1)).padStart(64, '0'),
      place.workspaceId,
      options.private ?? false,
      options.status ?? 'active',
    ],
  );
  const id = row?.id ?? '';
  for (const collection of options.in ?? []) {
    await marque.service.db.query(
      'insert into marque.collection_assets (collection_id, asset_id) values ($1, $2)',
      [collection, id],
    );
  }
  return id;
}

/** Another workspace in the same organization. */
export async function makeWorkspace(
  marque: TestService,
  place: Place,
  name: string,
  slug = name.toLowerCase().replaceAll(' ', '-'),
): Promise<Place> {
  const { id } = await marque.payload.create({
    collection: 'workspaces',
    data: { name, slug, organization: place.organizationId },
  });
  return { ...place, workspaceId: id, workspaceSlug: slug };
}

/** Runs `work`. @returns how many statements it sent to the database */
export async function queriesDuring(marque: TestService, work: () => Promise<unknown>): Promise<number> {
  const { db } = marque.service;
  const before = db.query.bind(db);
  let queries = 0;
  db.query = (what, values) => {
    // The service's periodic statements and its job queue aren't sent by `work`.
    if (typeof what !== 'string' && !/^(keys:usage$|traffic:|search:)/.test(what.name)) queries += 1;
    return before(what, values);
  };
  try {
    await work();
  } finally {
    db.query = before;
  }
  return queries;
}

/** The same for work in this process alone: what the service sends meanwhile doesn't count. */
export async function queriesOf(marque: TestService, work: () => Promise<unknown>): Promise<number> {
  const { db } = marque.service;
  const before = db.query.bind(db);
  const own = new AsyncLocalStorage<true>();
  let queries = 0;
  db.query = (what, values) => {
    if (own.getStore()) queries += 1;
    return before(what, values);
  };
  try {
    await own.run(true, work);
  } finally {
    db.query = before;
  }
  return queries;
}

/** A group of people, inserted without the operations. */
export async function makeGroup(marque: TestService, place: Place, ...members: string[]): Promise<string> {
  const { db } = marque.service;
  const [group] = await db.query<{ id: string }>(
    `insert into groups (name, organization_id) values ('Group ' || gen_random_uuid(), $1) returning id`,
    [place.organizationId],
  );
  await db.query(
    'insert into marque.group_members (group_id, user_id) select $1::uuid, id from unnest($2::uuid[]) id',
    [group?.id, members],
  );
  return group?.id ?? '';
}

/** A person of the organization without any access: only members can be given a grant. */
export async function makeColleague(marque: TestService, place: Place, name?: string): Promise<Person> {
  const person = await marque.makePerson(name);
  await makeGroup(marque, place, person.id);
  return person;
}

/** Waits until a statement waits for a lock that another transaction holds. */
export async function untilLockWaits(marque: TestService): Promise<void> {
  await until(async () => {
    const waiting = await marque.service.db.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  });
}
