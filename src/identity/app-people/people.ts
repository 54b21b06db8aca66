// People who sign in to the app that Marque is installed in. Their record here is made when they first come and follows the app's:
// name, address, and the grants that the app gives them.
import { LRUCache } from 'lru-cache';
import { createLocalReq, type Payload, type PayloadRequest, type TypedUser } from 'payload';
import { z } from 'zod';
import { actAsSystem } from '../../core/access/actor.ts';
import { personIdOf, type AppPeople, type AppUser } from '../../core/access/app-people.ts';
import type { PersonCaller } from '../../core/access/caller.ts';
import { grantsByApp } from '../../core/access/grants/grant-sql.ts';
import { abilities, scopes } from '../../core/access/ladder.ts';
import { ResourceName } from '../../core/access/resources.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { ApiError } from '../../core/errors.ts';
import { recordOn } from '../../core/events/record.ts';
import { serviceOf, type Service } from '../../core/service.ts';
import { endEverySignIn } from '../accounts/end-sign-ins.ts';
import { makeEmptyOrganization, makeOrganization } from '../organizations.ts';
import { giveGrants, type GrantOfApp } from './give-grants.ts';
import { findGrants, type AppGrant, type WantedGrant } from './wanted-grants.ts';

/** What a user of the app may do in Marque. Called with each request of theirs, so it should be quick. */
export type AccessOfUser = (options: {
  user: TypedUser;
  payload: Payload;
}) => readonly AppGrant[] | Promise<readonly AppGrant[]>;

/** Whether a user of the app may use Marque at all. Called with each request of theirs, so it should be quick. */
export type ActivityOfUser = (options: { user: TypedUser; payload: Payload }) => boolean | Promise<boolean>;

const AppGrants = z.array(
  z.strictObject({
    resource: ResourceName,
    resourceId: z.string(),
    scope: z.enum(scopes),
    limits: z.array(z.enum(abilities)).optional(),
  }),
);

/** A change of a grant by hand, or an organization that wasn't there yet, is noticed after this. */
const recheckMs = 60_000;

interface Stored {
  name: string | null;
  email: string | null;
  hasOrganization: boolean;
  grants: GrantOfApp[];
}

const storedPerson = statement(
  'app-people:stored',
  `select u.name, u.email, exists (select 1 from payload.organizations) as "hasOrganization",
     ${grantsByApp('p.id')} as grants
   from (select $1::uuid as id) p left join payload.users u on u.id = p.id`,
);
const holdPerson = statement(
  'app-people:hold',
  `select pg_advisory_xact_lock(hashtextextended('marque app person ' || $1::text, 0))`,
);
const holdFirst = statement(
  'app-people:hold-first',
  "select pg_advisory_xact_lock(hashtext('marque first account'))",
);
const putPerson = statement(
  'app-people:put',
  `insert into payload.users (id, name, email, created_at, updated_at) values ($1, $2, $3, now(), now())
   on conflict (id) do update set name = excluded.name, email = excluded.email, updated_at = now()`,
);
const linkPerson = statement(
  'app-people:link',
  'insert into marque.app_people (person_id, collection, user_id) values ($1, $2, $3) on conflict do nothing',
);

/** The name to show for a user: the collection's title, `name`, `username`, or the address. */
export function nameOfUser(user: AppUser, titleField: string | undefined): string {
  const titled = [titleField === 'id' ? undefined : titleField, 'name', 'username', 'email'];
  for (const field of titled) {
    const value = field === undefined ? undefined : user[field];
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, 200);
  }
  return `User ${user.id}`;
}

/** Whether someone may use the app's panel, by the app's own rule. */
async function mayUsePanel(payload: Payload, user: AppUser): Promise<boolean> {
  const { admin } = payload.collections[user.collection as 'users'].config.access;
  if (payload.config.admin.user !== user.collection) return false;
  return !admin || (await admin({ req: await createLocalReq({ user: user as never }, payload) }));
}

const isGiven = (grant: WantedGrant, held: GrantOfApp | undefined): boolean =>
  held?.scope === grant.scope &&
  held.limits.length === grant.limits.length &&
  grant.limits.every((ability) => held.limits.includes(ability));

function areGiven(wanted: ReadonlyMap<string, WantedGrant>, held: readonly GrantOfApp[]): boolean {
  const byKey = new Map(held.map((grant) => [`${grant.resource} ${grant.resourceId}`, grant]));
  return byKey.size === wanted.size && [...wanted].every(([key, grant]) => isGiven(grant, byKey.get(key)));
}

/** What is stored of someone. */
interface Facts {
  person: PersonCaller;
  user: AppUser;
  /** Null: the app gives no grants. */
  wanted: ReadonlyMap<string, WantedGrant> | null;
  /** They become admin of a first organization, if there still is none. */
  isFirst: boolean;
}

async function store(req: PayloadRequest, db: Db, { person, user, wanted, isFirst }: Facts): Promise<void> {
  await db.query(holdPerson, [person.id]);
  const [before] = await db.query<Stored>(storedPerson, [person.id]);
  await db.query(putPerson, [person.id, person.name, person.email]);
  await db.query(linkPerson, [person.id, user.collection, String(user.id)]);
  if (wanted) await giveGrants(req, db, person, { wanted, held: before?.grants ?? [] });
  const subject = { kind: 'person', id: person.id };
  if (isFirst) {
    await db.query(holdFirst);
    const [now] = await db.query<Stored>(storedPerson, [person.id]);
    if (!now?.hasOrganization) await makeOrganization(req, db, { name: 'Home', adminId: person.id });
  }
  if (before?.name === null) await recordOn(db, person, { type: 'account.created', subject });
}

/** Kept in place of the facts of someone whom the app has disabled. */
const disabled = 'disabled';

/** Ends every way in of someone whom the app has disabled. Their grants stay, and count again when they're back. */
export async function endSignInsOfDisabled(db: Db, personId: string): Promise<void> {
  await endEverySignIn(db, 'system', personId, "The owner's account was disabled in the app.");
}

/** The app's own people, with what its `access` function gives them. */
export class AdoptedPeople implements AppPeople {
  readonly collection: string;
  readonly #titleField: string | undefined;
  readonly #access: AccessOfUser | undefined;
  readonly #isActive: ActivityOfUser | undefined;
  /** What was last stored of a person, by ID. */
  readonly #met = new LRUCache<string, string>({ max: 10_000, ttl: recheckMs });

  constructor(options: {
    collection: string;
    /** The field that names a user. */
    titleField: string | undefined;
    access: AccessOfUser | undefined;
    isActive: ActivityOfUser | undefined;
  }) {
    this.collection = options.collection;
    this.#titleField = options.titleField;
    this.#access = options.access;
    this.#isActive = options.isActive;
  }

  nameOf(user: AppUser): string {
    return nameOfUser(user, this.#titleField);
  }

  async isActive({ log, payload }: Service, user: AppUser): Promise<boolean> {
    if (!this.#isActive) return true;
    try {
      return await this.#isActive({ user: user as never, payload });
    } catch (error) {
      log.error({ err: error, user: user.id }, "the app's `isActive` function failed");
      throw new ApiError(
        'unavailable',
        "This app couldn't check whether you can use Marque. Its log has the reason; ask whoever runs it.",
      );
    }
  }

  async meet(service: Service, user: AppUser): Promise<boolean> {
    const { db, payload } = service;
    const person = this.#personOf(user);
    if (!(await this.isActive(service, user))) {
      if (this.#met.get(person.id) !== disabled)
        await inTransaction(payload, actAsSystem, (_, tx) => endSignInsOfDisabled(tx, person.id));
      this.#met.set(person.id, disabled);
      return false;
    }
    const given = await this.#grantsOf(service, user);
    const facts = JSON.stringify([person.name, person.email, given]);
    if (this.#met.get(person.id) === facts) return true;
    const [stored] = await db.query<Stored>(storedPerson, [person.id]);
    const wanted = given && (await find(service, db, user, given));
    const isFirst = !this.#access && !stored?.hasOrganization && (await mayUsePanel(payload, user));
    const isKnown = stored?.name === person.name && stored.email === person.email;
    if (!isKnown || isFirst || (wanted && !areGiven(wanted, stored.grants)))
      await inTransaction(payload, actAsSystem, (req, tx) =>
        store(req, tx, { person, user, wanted, isFirst }),
      );
    this.#met.set(person.id, facts);
    return true;
  }

  /** Brings someone up to date whom the app has changed, on the connection of its change. Nobody new is made. */
  async follow(req: PayloadRequest, db: Db, user: AppUser): Promise<void> {
    const service = serviceOf(req.payload);
    const person = this.#personOf(user);
    this.forget(person.id);
    const [stored] = await db.query<Stored>(storedPerson, [person.id]);
    if (!stored || stored.name === null) return;
    // The app's own change goes through; the person's next request says what's wrong.
    const given = await this.#grantsOf(service, user).catch(() => null);
    const wanted = given && (await find(service, db, user, given));
    await store(req, db, { person, user, wanted, isFirst: false });
  }

  /** Looks at someone anew when they next come. */
  forget(personId: string): void {
    this.#met.delete(personId);
  }

  async prepare({ payload, log }: Service): Promise<void> {
    if (!this.#access) {
      log.info('The first person who opens Marque in the panel becomes its admin.');
      return;
    }
    // Where the app says who may do what, there must be something to say it of.
    await inTransaction(payload, actAsSystem, async (req, db) => {
      await db.query(holdFirst);
      const [now] = await db.query<Stored>(storedPerson, [null]);
      if (!now?.hasOrganization) await makeEmptyOrganization(req, db, 'Home');
    });
  }

  #personOf(user: AppUser): PersonCaller {
    return {
      kind: 'person',
      id: personIdOf(user),
      name: this.nameOf(user),
      email: user.email ?? '',
      sessionId: '',
    };
  }

  /** What the app gives them; null: it gives no grants. */
  async #grantsOf({ log, payload }: Service, user: AppUser): Promise<AppGrant[] | null> {
    if (!this.#access) return null;
    try {
      return AppGrants.parse(await this.#access({ user: user as never, payload }));
    } catch (error) {
      log.error({ err: error, user: user.id }, "the app's `access` function failed");
      throw new ApiError(
        'unavailable',
        "This app couldn't say what you may do here. Its log has the reason; ask whoever runs it.",
      );
    }
  }
}

async function find({ log }: Service, db: Db, user: AppUser, given: readonly AppGrant[]) {
  const { wanted, missing } = await findGrants(db, given);
  if (missing.length > 0)
    log.warn({ user: user.id, missing }, "the app's `access` names resources that don't exist");
  return wanted;
}
