// Follows the app's users: whoever it changes, deletes or signs out is changed, gone or signed out here too.
import { createLocalReq, type CollectionConfig, type PayloadRequest } from 'payload';
import { personIdOf, type AppPeople, type AppUser } from '../../core/access/app-people.ts';
import { revokeKeysOfPerson } from '../../core/access/keys/revoke-keys.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { inTransaction, transactionOf } from '../../core/db/transaction.ts';
import { actAsSystem } from '../../core/access/actor.ts';
import { recordOn } from '../../core/events/record.ts';
import { recordRevokedKeys } from '../../core/events/revoked-keys.ts';
import { serviceOf, type Service } from '../../core/service.ts';
import { endSessions } from '../accounts/end-sign-ins.ts';
import { endSignInsOfDisabled, type AdoptedPeople } from './people.ts';

const dropPerson = statement('app-people:drop', 'delete from payload.users where id = $1 returning name');
const linked = statement(
  'app-people:linked',
  'select person_id, user_id from marque.app_people where collection = $1 and person_id > $2 order by person_id limit $3',
);

/** Removes a person with their grants and keys. Their work stays, with their name. */
async function removePerson(db: Db, id: string): Promise<boolean> {
  const keys = await revokeKeysOfPerson(db, id);
  await recordRevokedKeys(db, 'system', keys, 'Its owner was deleted in the app.');
  await recordOn(db, 'system', { type: 'account.deleted', subject: { kind: 'person', id } });
  return (await db.query(dropPerson, [id])).length > 0;
}

/** Runs in the transaction of the app's own change where there is one, so that both are stored or neither. */
async function together(
  { payload, transactionID }: PayloadRequest,
  work: (req: PayloadRequest, db: Db) => Promise<unknown>,
): Promise<void> {
  if (!(await transactionID)) {
    await inTransaction(payload, actAsSystem, work);
    return;
  }
  // Not the app's own request: what it sends and who is signed in are the app's affair.
  const req = await createLocalReq({ req: { transactionID } }, payload);
  actAsSystem(req);
  await work(req, await transactionOf(req));
}

const isTrashed = (user: AppUser): boolean => Boolean(user.deletedAt);

/** The app's auth collection, with hooks after its own. */
export function followUsers(collection: CollectionConfig, people: AdoptedPeople): CollectionConfig {
  const { hooks } = collection;
  const userOf = (doc: unknown): AppUser => ({ ...(doc as AppUser), collection: collection.slug });
  return {
    ...collection,
    hooks: {
      ...hooks,
      afterLogin: [
        ...(hooks?.afterLogin ?? []),
        async ({ req, user: doc }) => {
          const service = serviceOf(req.payload);
          const user = userOf(doc);
          // Signing in to the app works whatever is wrong here. The next request says so.
          await people.meet(service, user).catch((error: unknown) => {
            service.log.warn({ err: error, user: user.id }, 'a user of the app could not be met');
          });
        },
      ],
      afterLogout: [
        ...(hooks?.afterLogout ?? []),
        async ({ req }) => {
          if (req.user?.collection === collection.slug)
            await endSessions(serviceOf(req.payload).db, personIdOf(userOf(req.user)));
        },
      ],
      afterChange: [
        ...(hooks?.afterChange ?? []),
        async ({ doc, operation, previousDoc, req }) => {
          if (operation !== 'update') return;
          const user = userOf(doc);
          const id = personIdOf(user);
          people.forget(id);
          // The app's own change goes through whatever it says of them; their next request says what's wrong.
          const isActive = await people.isActive(serviceOf(req.payload), user).catch(() => true);
          if (!isActive || (isTrashed(user) && !isTrashed(userOf(previousDoc))))
            await together(req, (_, db) => endSignInsOfDisabled(db, id));
          else await together(req, (own, db) => people.follow(own, db, user));
        },
      ],
      afterDelete: [
        ...(hooks?.afterDelete ?? []),
        async ({ doc, req }) => {
          const id = personIdOf(userOf(doc));
          people.forget(id);
          await together(req, (_, db) => removePerson(db, id));
        },
      ],
    },
  };
}

const pageSize = 500;

/** Shuts out someone whose user says, when asked, that the app has disabled them. */
async function shutOutIfDisabled(service: Service, people: AppPeople, user: AppUser): Promise<void> {
  const isActive = await people.isActive(service, user).catch(() => true);
  if (!isActive)
    await inTransaction(service.payload, actAsSystem, (_, tx) => endSignInsOfDisabled(tx, personIdOf(user)));
}

/**
 * Removes people whose user was deleted past Payload, in SQL or by another program, and ends the keys of those who were disabled so.
 * @returns how many were removed
 */
export async function sweepGonePeople(
  service: Service,
  people: AppPeople,
  signal: AbortSignal,
): Promise<number> {
  const { db, payload } = service;
  const { collection } = people;
  let gone = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  while (!signal.aborted) {
    const rows = await db.query<{ person_id: string; user_id: string }>(linked, [
      collection,
      after,
      pageSize,
    ]);
    const last = rows.at(-1);
    if (!last) break;
    after = last.person_id;
    const { docs } = await payload.find({
      collection: collection as 'users',
      where: { id: { in: rows.map((row) => row.user_id).join(',') } },
      trash: true,
      depth: 0,
      limit: pageSize,
      pagination: false,
    });
    for (const doc of docs as unknown as AppUser[])
      await shutOutIfDisabled(service, people, { ...doc, collection });
    const there = new Set(docs.map(({ id }) => String(id)));
    for (const { person_id: id, user_id: userId } of rows)
      if (!there.has(userId))
        await inTransaction(payload, actAsSystem, async (_, tx) => {
          if (await removePerson(tx, id)) gone += 1;
        });
  }
  return gone;
}
