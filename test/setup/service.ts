// A complete Marque for a test file: its own database and data folder, listening on a real port, with people
// in it.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Payload, SanitizedConfig } from 'payload';
import { hashSecret, makeKeySecret, prefixOf } from '../../src/core/access/keys/keys.ts';
import type { Ability, Resource, Scope } from '../../src/core/access/ladder.ts';
import { openSession } from '../../src/core/access/sign-in/sessions.ts';
import { answerParseErrors } from '../../src/core/transports/connections.ts';
import { maxHeaderBytes } from '../../src/core/transports/http.ts';
import { appOf } from '../../src/core/transports/payload.ts';
import { guardHeldConnections, heldCalls } from '../../src/core/db/held-connection.ts';
import { serviceOf, type Service } from '../../src/core/service.ts';
import { observing, setRequestId } from '../../src/core/telemetry/observing.ts';
import { makeFolder } from './children.ts';
import { beginningOf, isStream } from './response-stream.ts';
import { createDatabase } from './database.ts';

/** A response, read completely; of a stream of events, the beginning. */
export interface Reply {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies of every shape
  body: any;
  bytes: Buffer;
}

export type Caller = { key: string } | { cookie: string } | null;

export interface Place {
  organizationId: string;
  workspaceId: string;
  organizationSlug: string;
  workspaceSlug: string;
}

export interface Person {
  id: string;
  email: string;
  name: string;
  cookie: string;
}

export interface TestService {
  url: string;
  service: Service;
  payload: Payload;
  dataDir: string;
  /**
   * Sends a request. A plain object as `body` is sent as JSON; a write with a cookie has the server's own
   * Origin unless overridden.
   */
  call(
    method: string,
    path: string,
    options?: { as?: Caller; body?: unknown; headers?: Record<string, string>; redirect?: RequestRedirect },
  ): Promise<Reply>;
  makePlace(name?: string): Promise<Place>;
  makePerson(name?: string): Promise<Person>;
  /** A person with a scope on the workspace, less the abilities in `limits`. */
  makeMember(
    place: Place,
    scope: Scope,
    options?: { name?: string | undefined; limits?: Ability[] },
  ): Promise<Person>;
  /** A person who administers the organization. */
  makeAdmin(place: Place, name?: string): Promise<Person>;
  grant(
    userId: string,
    resource: Resource,
    resourceId: string,
    scope: Scope,
    options?: { limits?: Ability[]; place: Place },
  ): Promise<string>;
  makeKey(
    place: Place,
    scope: Scope,
    options?: { ownerId?: string; madeById?: string; expiresAt?: Date },
  ): Promise<{ id: string; key: string }>;
  makeCollection(
    place: Place,
    options?: { name?: string; private?: boolean; fields?: Record<string, unknown> },
  ): Promise<string>;
  close(): Promise<void>;
}

let counter = 0;
const next = (): number => (counter += 1);

/** The app's own config; without the modules that TEST_WITHOUT names, for example `sites,portals`. */
const ownConfig = async (): Promise<SanitizedConfig> => {
  const without = process.env.TEST_WITHOUT?.split(',') ?? [];
  if (without.length > 0) return (await import('./config-with.ts')).configWith({ without });
  return (await import('../../payload.config.ts')).default;
};

/**
 * Starts a Marque. Use one in a file's `beforeAll`; `env` overrides environment variables for this file's
 * process.
 * @param configure returns Payload's config, once the environment is set
 * @param through returns the URL by which the service connects to its database, for example a proxy's
 */
export async function startService(
  env: Record<string, string> = {},
  through: (databaseUrl: string) => Promise<string> = (url) => Promise.resolve(url),
  configure: () => Promise<SanitizedConfig> = ownConfig,
): Promise<TestService> {
  const database = await createDatabase();
  const folder = await makeFolder();
  const server = http.createServer({ maxHeaderSize: maxHeaderBytes, keepAliveTimeout: 120_000 });
  answerParseErrors(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  Object.assign(process.env, {
    DATABASE_URL: await through(database.url),
    DATA_DIR: folder.path,
    SECRET: 'a secret for tests, long enough to be taken',
    SERVER_URL: url,
    SITES_HOST: `sites.localhost:${port}`,
    LOG_LEVEL: 'silent',
    // Any statement can be slow on a busy machine.
    SLOW_MS: '0',
    // Nothing answers there: tests ask no DNS server of others.
    DNS_SERVERS: '127.0.0.1:9',
    NODE_ENV: 'test',
    ...env,
  });
  guardHeldConnections();
  const { getPayload } = await import('payload');
  const config = await configure();
  // A unique key: files in the same process share Payload's cache, and would get an instance that is closed.
  const payload = await getPayload({ config, key: url });
  const service = serviceOf(payload);
  const listener = getRequestListener(appOf(service).fetch, { overrideGlobalObjects: false });
  server.on(
    'request',
    observing(service, (request, response) => {
      setRequestId(response);
      void listener(request, response);
    }),
  );

  const made = {
    async makePlace(name = `Place ${next()}`): Promise<Place> {
      const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
      const organization = await payload.create({ collection: 'organizations', data: { name, slug } });
      const workspace = await payload.create({
        collection: 'workspaces',
        data: { name: 'Library', slug: 'library', organization: organization.id },
      });
      return {
        organizationId: organization.id,
        workspaceId: workspace.id,
        organizationSlug: slug,
        workspaceSlug: 'library',
      };
    },
    async makePerson(name = `Person ${next()}`): Promise<Person> {
      const email = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '.')}.${next()}@example.com`;
      // Inserted directly: hashing a password takes a quarter of a second, and only sign-in needs one.
      const [row] = await service.db.query<{ id: string }>(
        'insert into users (name, email) values ($1, $2) returning id',
        [name, email],
      );
      const id = row?.id ?? '';
      const { cookie } = await openSession(payload, service.db, { id, email });
      return { id, email, name, cookie: cookie.split(';')[0] ?? '' };
    },
    async makeMember(
      place: Place,
      scope: Scope,
      { name, limits = [] }: { name?: string | undefined; limits?: Ability[] } = {},
    ): Promise<Person> {
      const person = await made.makePerson(name);
      await made.grant(person.id, 'workspace', place.workspaceId, scope, { place, limits });
      return person;
    },
    async makeAdmin(place: Place, name?: string): Promise<Person> {
      const person = await made.makePerson(name);
      await made.grant(person.id, 'organization', place.organizationId, 'admin', { place });
      return person;
    },
    async grant(
      userId: string,
      resource: Resource,
      resourceId: string,
      scope: Scope,
      options: { limits?: Ability[]; place: Place },
    ): Promise<string> {
      const { id } = await payload.create({
        collection: 'grants',
        data: {
          user: userId,
          resource,
          resourceId,
          scope,
          limits: options.limits ?? [],
          organization: options.place.organizationId,
          workspace: resource === 'organization' ? null : options.place.workspaceId,
        },
      });
      return id;
    },
    async makeKey(
      place: Place,
      scope: Scope,
      options: { ownerId?: string; madeById?: string; expiresAt?: Date } = {},
    ): Promise<{ id: string; key: string }> {
      const key = makeKeySecret();
      const { id } = await payload.create({
        collection: 'keys',
        data: {
          name: `Key ${next()}`,
          prefix: prefixOf(key),
          hash: hashSecret(key),
          scope,
          workspace: place.workspaceId,
          owner: options.ownerId ?? null,
          madeBy: options.madeById ?? null,
          expiresAt: options.expiresAt?.toISOString() ?? null,
        },
      });
      return { id, key };
    },
    async makeCollection(
      place: Place,
      options: { name?: string; private?: boolean; fields?: Record<string, unknown> } = {},
    ): Promise<string> {
      const { id } = await payload.create({
        collection: 'collections',
        data: {
          name: options.name ?? `Collection ${next()}`,
          workspace: place.workspaceId,
          private: options.private ?? false,
          fields: options.fields ?? {},
        },
      });
      return id;
    },
  };

  return {
    url,
    service,
    payload,
    dataDir: folder.path,
    ...made,
    async call(method, path, options = {}) {
      const headers = new Headers(options.headers);
      if (options.as && 'key' in options.as) headers.set('authorization', `Bearer ${options.as.key}`);
      if (options.as && 'cookie' in options.as) {
        headers.set('cookie', options.as.cookie);
        if (!headers.has('origin') && method !== 'GET') headers.set('origin', url);
      }
      let body = options.body as BodyInit | undefined;
      if (isPlain(options.body)) {
        body = JSON.stringify(options.body);
        if (!headers.has('content-type')) headers.set('content-type', 'application/json');
      }
      const response = await fetch(path.startsWith('http') ? path : `${url}${path}`, {
        method,
        headers,
        redirect: options.redirect ?? 'manual',
        ...(body === undefined ? {} : { body }),
        ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
      });
      const bytes = isStream(response)
        ? await beginningOf(response)
        : Buffer.from(await response.arrayBuffer());
      const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
      return {
        status: response.status,
        headers: response.headers,
        body: isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : null,
        bytes,
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
      await database.drop();
      await folder.remove();
      const [held] = heldCalls();
      if (held) throw new Error(held);
    },
  };
}

function isPlain(value: unknown): boolean {
  return (
    Array.isArray(value) ||
    (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
  );
}
