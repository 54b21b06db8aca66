// A tenant with a resource of every kind, each text marked: text that leaks to others can be found in their
// answers.
import { randomBytes, randomInt } from 'node:crypto';
import { hashSecret } from '../../../src/core/access/keys/keys.ts';
import { givePassword } from '../../setup/accounts.ts';
import { scopes, type Ability, type Scope } from '../../../src/core/access/ladder.ts';
import { fileBytes, makePicture, openTicket } from '../../assets/library.ts';
import type { Caller, Person, Place, Reply, TestService } from '../../setup/service.ts';

export const password = 'a password of both tenants';

export class Tenant {
  readonly place: Place;
  /** Admin of the organization, with the password above. */
  readonly admin: Person;
  /** Has read on the workspace. */
  readonly reader: Person;
  /** Has read on one collection, and nothing else. */
  readonly narrow: Person;
  readonly keys: Readonly<Record<Scope, { id: string; key: string }>>;
  /** Credentials of admins that are no longer valid. */
  readonly ended: Readonly<Record<'expiredKey' | 'revokedKey' | 'session', Caller>>;
  /** Active, not public, in `collection`. */
  readonly asset: string;
  readonly collection: string;
  /** Contains only what `narrow` can see. */
  readonly narrowCollection: string;
  /** The slug of the default brand. */
  readonly brand: string;
  /** A select field with the options red and blue. */
  readonly field: string;

  private made = 0;

  private constructor(
    readonly marque: TestService,
    /** Eight letters that are in every text of this tenant, and in none of another. */
    readonly mark: string,
    given: Pick<Tenant, 'place' | 'admin' | 'reader' | 'narrow' | 'keys' | 'ended'>,
  ) {
    this.place = given.place;
    this.admin = given.admin;
    this.reader = given.reader;
    this.narrow = given.narrow;
    this.keys = given.keys;
    this.ended = given.ended;
    this.field = `${mark}_color`;
    this.brand = `${mark}-brand`;
    this.asset = this.collection = this.narrowCollection = '';
  }

  static async furnish(marque: TestService, mark: string): Promise<Tenant> {
    const place = await marque.makePlace(mark);
    const [admin, reader, narrow] = [
      await marque.makePerson(`Ada ${mark}`),
      await marque.makePerson(`Rita ${mark}`),
      await marque.makePerson(`Nora ${mark}`),
    ];
    await givePassword(marque, admin.id, password);
    await marque.service.db.query(`update workspaces set name = $2 where id = $1`, [
      place.workspaceId,
      `Library ${mark}`,
    ]);
    await marque.grant(admin.id, 'organization', place.organizationId, 'admin', { place });
    await marque.grant(reader.id, 'workspace', place.workspaceId, 'read', { place });
    const keys = {} as Record<Scope, { id: string; key: string }>;
    for (const scope of scopes) keys[scope] = await marque.makeKey(place, scope, { madeById: admin.id });
    const ended = await Tenant.endedIn(marque, place);
    const tenant = new Tenant(marque, mark, { place, admin, reader, narrow, keys, ended });
    await tenant.fill();
    return tenant;
  }

  private static async endedIn(marque: TestService, place: Place): Promise<Tenant['ended']> {
    const expiredKey = await marque.makeKey(place, 'admin', { expiresAt: new Date(Date.now() - 1000) });
    const revokedKey = await marque.makeKey(place, 'admin');
    await marque.call('DELETE', `/api/v1/keys/${revokedKey.id}`, { as: revokedKey });
    const session = await marque.makeAdmin(place, 'Ended');
    await marque.service.db.query('delete from users_sessions where _parent_id = $1', [session.id]);
    return { expiredKey, revokedKey, session };
  }

  private async fill(): Promise<void> {
    const { mark } = this;
    await this.send('POST', '/api/v1/fields', {
      key: this.field,
      label: `Color ${mark}`,
      type: 'select',
      options: ['red', 'blue'],
    });
    await this.makeBrand(this.brand, true);
    await this.newRule();
    const own = this as { -readonly [K in keyof Tenant]: Tenant[K] };
    own.collection = await this.newCollection();
    own.narrowCollection = await this.newCollection();
    await this.marque.grant(this.narrow.id, 'collection', this.narrowCollection, 'read', {
      place: this.place,
    });
    own.asset = await this.newAsset();
  }

  /** A unique text: the tenant's marker, then random letters. */
  text(): string {
    return `${this.mark} ${(this.made += 1)}${randomInt(1e9)}`;
  }

  /** The same as a key or a slug. */
  word(): string {
    return `${this.mark}${(this.made += 1)}x${randomInt(1e9)}`;
  }

  /** The admin, acting in the furnished workspace. */
  get as(): Caller {
    return this.here(this.admin);
  }

  /** A person acting in the furnished workspace, even after others were created. */
  here(person: Person): Caller {
    return { cookie: `${person.cookie}; mq_workspace=${this.place.workspaceId}` };
  }

  /** Calls as the admin, and fails if the call does. */
  async reply(method: string, path: string, body?: unknown): Promise<Reply> {
    const reply = await this.marque.call(method, path, { as: this.as, body });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.bytes.toString()}`);
    return reply;
  }

  /** The same. @returns the record's id, or the whole answer if it isn't a record */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- records of every shape
  async send(method: string, path: string, body?: unknown): Promise<any> {
    const reply = await this.reply(method, path, body);
    return reply.body?.data ?? reply.body;
  }

  async newAsset(meta: Record<string, unknown> = {}): Promise<string> {
    const about = {
      filename: `${this.word()}.png`,
      tags: [this.word()],
      fields: { [this.field]: 'red' },
      collections: [this.collection],
      ...meta,
    };
    const { status, body } = await fileBytes(this.marque, this.as, await makePicture(), about);
    if (status !== 201) throw new Error(`Not filed: ${JSON.stringify(body)}`);
    const { id } = body.data as { id: string };
    await this.reply('PATCH', `/api/v1/assets/${id}`, {
      status: 'active',
      public: false,
      title: `Title ${this.text()}`,
    });
    return id;
  }

  async newCollection(): Promise<string> {
    return (await this.send('POST', '/api/v1/collections', { name: this.text() })).id as string;
  }

  async newRule(): Promise<{ id: string; key: string }> {
    const key = `copy.${this.word()}`;
    const { id } = await this.send('POST', '/api/v1/brand/rules', { key, type: 'text', value: this.text() });
    return { id: id as string, key };
  }

  private async makeBrand(slug: string, isDefault: boolean): Promise<void> {
    const data = { name: `Brand ${this.text()}`, slug, isDefault, workspace: this.place.workspaceId };
    await this.marque.payload.create({ collection: 'brands', data });
  }

  /** The slug of a brand with one rule and no page. */
  async newBrand(): Promise<string> {
    const slug = this.word();
    await this.makeBrand(slug, false);
    const rule = { key: `copy.${this.word()}`, type: 'text', value: this.text() };
    await this.send('POST', `/api/v1/brand/rules?brand=${slug}`, rule);
    return slug;
  }

  async newPublishedBrand(): Promise<string> {
    const slug = await this.newBrand();
    await this.send('POST', `/api/v1/brands/${slug}/publish`, {});
    return slug;
  }

  /** The slug of a brand with a connected repository that doesn't answer. */
  async newSource(): Promise<string> {
    const slug = await this.newBrand();
    await this.send('PUT', `/api/v1/brands/${slug}/source`, { remote: 'http://127.0.0.1:9/brand.git' });
    return slug;
  }

  /** The slug of a brand whose sync has failed. */
  async newSync(): Promise<string> {
    const slug = await this.newSource();
    const at = `/api/v1/brands/${slug}/source/sync`;
    await this.send('POST', at, { direction: 'pull' });
    for (;;) {
      const { body } = await this.marque.call('GET', at, { as: this.as });
      if (body.data.state === 'failed') return slug;
    }
  }

  /** The slug of a page of the default brand. */
  async newPage(): Promise<string> {
    const slug = this.word();
    await this.send('PUT', `/api/v1/brands/${this.brand}/pages/${slug}`, {
      title: this.text(),
      sections: [{ template: 'text', body: this.text() }],
    });
    return slug;
  }

  async newProposal(): Promise<string> {
    const rule = { key: `copy.${this.word()}`, type: 'text', value: this.text() };
    const path = `/api/v1/brand/proposed-rules?brand=${this.brand}`;
    return (await this.send('POST', path, { set: [rule] })).id as string;
  }

  async newSite(): Promise<string> {
    return (await this.send('POST', '/api/v1/sites', { name: this.text(), slug: this.word() })).id as string;
  }

  async newPortal(about: Record<string, unknown> = {}): Promise<{ id: string; slug: string }> {
    const body = { name: this.text(), slug: this.word(), ...about };
    return (await this.send('POST', '/api/v1/portals', body)) as { id: string; slug: string };
  }

  /** A person who requested access to a portal. */
  async newPortalRequest(): Promise<{ id: string; request: string }> {
    const { id, slug } = await this.newPortal();
    await this.send('POST', `/api/v1/portal/${slug}/requests`, { email: `${this.word()}@example.com` });
    const [request] = (await this.send('GET', `/api/v1/portals/${id}/requests`)) as { id: string }[];
    return { id, request: request?.id ?? '' };
  }

  /** One that is disabled. */
  async newWebhook(): Promise<string> {
    // Not public, so that nothing leaves this machine.
    const body = {
      url: `http://127.0.0.1:9/${this.word()}`,
      types: ['asset.*'],
      description: this.text(),
      enabled: false,
    };
    return (await this.send('POST', '/api/v1/webhooks', body)).id as string;
  }

  async newGroup(): Promise<string> {
    const body = { name: this.text(), members: [this.reader.id] };
    return (await this.send('POST', '/api/v1/groups', body)).id as string;
  }

  async newInvitation(email = `${this.word()}@example.com`): Promise<{ id: string; token: string }> {
    const about = { email, resource: 'workspace', resourceId: this.place.workspaceId, scope: 'read' };
    const { id, url } = (await this.send('POST', '/api/v1/invitations', about)) as {
      id: string;
      url: string;
    };
    return { id, token: new URL(url).searchParams.get('token') ?? '' };
  }

  /** The token in a password reset mail. */
  async newReset(): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const { id } = await this.newMember();
    await this.marque.service.db.query(
      `insert into marque.password_resets (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
      [hashSecret(token), id],
    );
    return token;
  }

  /** The secret of an upload address for three bytes. */
  async newUpload(): Promise<string> {
    const ticket = await openTicket(this.marque, this.as, Buffer.alloc(3), {
      filename: `${this.word()}.png`,
    });
    return ticket.uploadUrl.slice(ticket.uploadUrl.lastIndexOf('/') + 1);
  }

  private readonly writers = new Map<Ability, Promise<Person>>();

  /** A person with write on the workspace, whose grant switches one ability off. */
  writerWithout(ability: Ability): Promise<Person> {
    const known = this.writers.get(ability);
    if (known) return known;
    const making = (async () => {
      const person = await this.marque.makePerson(this.text());
      const { place } = this;
      await this.marque.grant(person.id, 'workspace', place.workspaceId, 'write', {
        place,
        limits: [ability],
      });
      return person;
    })();
    this.writers.set(ability, making);
    return making;
  }

  /** A person of this organization who has a grant on its workspace. */
  async newMember(): Promise<Person & { grant: string }> {
    const person = await this.marque.makePerson(this.text());
    const grant = await this.marque.grant(person.id, 'workspace', this.place.workspaceId, 'read', {
      place: this.place,
    });
    return { ...person, grant };
  }
}
