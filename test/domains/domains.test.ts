// Custom domains: added, proven by DNS, kept to one site or portal, and removed.
// cspell:ignore bcher kva
import { randomInt } from 'node:crypto';
import http from 'node:http';
import { afterAll, describe, expect, it } from '@jest/globals';
import { challengeOf } from '../../src/domains/challenge.ts';
import { checkDueDomains } from '../../src/domains/checking.ts';
import { customHost } from '../../src/domains/hosts.ts';
import type { Domain } from '../../src/domains/schemas.ts';
import { makeSite, sendZip } from '../sites/site-calls.ts';
import { site } from '../sites/zips.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { startDns } from './dns-server.ts';
import { DomainCalls, visit, type Owner } from './domain-calls.ts';

const dns = await startDns();
/** An address of this machine that nobody else listens at, whatever runs beside this. */
const webAddress = `127.${[0, 0, 0].map(() => randomInt(1, 255)).join('.')}`;
const { marque, place, other, editor, proposer, reader, stranger, write } = await startWithWorkspace({
  DNS_SERVERS: dns.address,
  FETCH_ALLOW: `${webAddress}:80`,
});

interface Answered {
  status?: number;
  location?: string;
  text?: string;
}
/** What answers at domains before they lead to the server: by the host and path that are asked for. */
let answers: (host: string, path: string) => Answered = () => ({});
const web = http.createServer((request, response) => {
  const { status = 200, location, text = '' } = answers(request.headers.host ?? '', request.url ?? '');
  response.writeHead(status, location === undefined ? {} : { location }).end(text);
});
/** Only an administrator may listen there, and not every system has the address. */
const isOnPort80 = await new Promise<boolean>((resolve) => {
  web.once('error', () => resolve(false)).listen(80, webAddress, () => resolve(true));
});
afterAll(async () => {
  web.close();
  await marque.close();
  await dns.close();
});

const calls = new DomainCalls(marque, dns, editor);
const { port } = new URL(marque.url);

async function newSite(as: Parameters<typeof makeSite>[1] = editor): Promise<Owner> {
  return `sites/${(await makeSite(marque, as, { name: 'With a domain' })).id}`;
}
async function newPortal(): Promise<Owner> {
  const { body } = await write.done('POST', '/portals', { name: 'With a domain' });
  return `portals/${(body.data as { id: string }).id}`;
}
const found = async (owner: Owner): Promise<Domain[]> => (await calls.list(owner)).body.data as Domain[];

describe.each([
  ['a site', newSite],
  ['a portal', newPortal],
] as const)('a domain of %s', (what, make) => {
  const label = what.replace('a ', '');

  it('is pending with what proves it, and verified once the record is there', async () => {
    const owner = await make();
    const host = `brand.${label}.test`;
    const added = await calls.add(owner, { host: ` Brand.${label}.TEST. ` });
    const value = expect.stringMatching(/^marque-domain=[\w-]{32}$/) as unknown;
    expect([added.status, added.body]).toEqual([
      201,
      {
        data: {
          id: expect.any(String),
          host,
          state: 'pending',
          problem: null,
          url: `http://${host}:${port}`,
          record: { type: 'TXT', name: `_marque.${host}`, value },
          file: { url: `http://${host}/.well-known/marque-domain.txt`, content: value },
          verifiedAt: null,
          checkedAt: null,
          createdAt: expect.any(String),
        },
      },
    ]);
    const { id, record } = added.body.data as Domain;
    expect(await calls.ask(host)).toBe(404);
    expect((await calls.check(owner, id)).body.data).toMatchObject({
      state: 'pending',
      problem: 'no_record',
    });
    dns.records.set(record.name, ['v=spf1 -all']);
    expect((await calls.check(owner, id)).body.data).toMatchObject({ problem: 'other_value' });
    dns.records.set(record.name, ['v=spf1 -all', record.value]);
    const checked = await calls.check(owner, id);
    expect([checked.status, checked.body.data]).toEqual([
      200,
      expect.objectContaining({ state: 'verified', problem: null, verifiedAt: expect.any(String) }),
    ]);
    expect(await found(owner)).toEqual([checked.body.data]);
    expect(await calls.ask(host)).toBe(200);
    expect(await calls.ask(`${host.toUpperCase()}.`)).toBe(200);
  });

  it('is found by the job as well, and tells who follows events', async () => {
    const owner = await make();
    const { record } = (await calls.add(owner, { host: `job.${label}.test` })).body.data as Domain;
    dns.records.set(record.name, [record.value]);
    await marque.service.db.query('update marque.domains set next_at = now() where host = $1', [
      `job.${label}.test`,
    ]);
    await checkDueDomains(marque.service, new AbortController().signal);
    expect(await found(owner)).toMatchObject([{ state: 'verified' }]);
    const types = await marque.service.db.query<{ type: string }>(
      'select type from marque.events where subject_id = $1',
      [owner.split('/')[1]],
    );
    expect(types.map(({ type }) => type)).toEqual(
      expect.arrayContaining([`${label}.domain_added`, `${label}.domain_verified`]),
    );
  });

  it('needs write, and the ability to delete for removing it', async () => {
    const owner = await make();
    const { id } = (await calls.add(owner, { host: `scopes.${label}.test` })).body.data as Domain;
    const narrow = await marque.makeMember(place, 'write', { limits: ['delete'] });
    for (const [as, status] of [
      [stranger, 404],
      [proposer, 403],
      [reader, 403],
      [null, 401],
    ] as const) {
      expect((await calls.list(owner, as)).status).toBe(status);
      expect((await calls.add(owner, { host: `more.${label}.test` }, as)).status).toBe(status);
      expect((await calls.check(owner, id, as)).status).toBe(status);
      expect((await calls.remove(owner, id, as)).status).toBe(status);
    }
    expect((await calls.remove(owner, id, { cookie: narrow.cookie })).status).toBe(403);
    const another = await make();
    expect((await calls.check(another, id)).status).toBe(404);
    expect((await calls.remove(another, id)).status).toBe(404);
    expect(await found(owner)).toHaveLength(1);
    expect((await calls.remove(owner, id)).status).toBe(200);
    expect((await calls.remove(owner, id)).status).toBe(404);
    expect(await found(owner)).toEqual([]);
  });

  it('is removed once, and the audit log says so once, whoever else removes it at the same time', async () => {
    const owner = await make();
    const { id } = (await calls.add(owner, { host: `twice.${label}.test` })).body.data as Domain;
    const removed = await Promise.all(Array.from({ length: 4 }, () => calls.remove(owner, id)));
    expect(removed.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    const events = await marque.service.db.query(
      'select from marque.events where subject_id = $1 and type = $2',
      [owner.split('/')[1], `${label}.domain_removed`],
    );
    expect(events).toHaveLength(1);
  });

  it('is refused where it is no public host name of somebody’s own', async () => {
    const owner = await make();
    for (const host of [
      'https://brand.example.com',
      'brand.example.com/path',
      'brand.example.com:8080',
      'brand.example.com?x',
      'name@brand.example.com',
      '%62rand.example.com',
      '*.example.com',
      '_x.example.com',
      'brand',
      '-brand.example.com',
      'brand..example.com',
      '10.1.2.3',
      '[::1]',
      'localhost',
      'brand.localhost',
      'brand.internal',
      'sites.localhost',
      'brand.sites.localhost',
      'com',
      'co.uk',
      'github.io',
      `${'a'.repeat(64)}.example.com`,
    ]) {
      const { status, body } = await calls.add(owner, { host });
      expect([host, status, body.error.code]).toEqual([host, 422, 'invalid']);
      expect(body.error.detail.issues[0].path).toBe('host');
    }
    for (const body of [{}, { host: '' }, { host: 5 }, { host: 'x.example.com', more: 1 }])
      expect((await calls.add(owner, body)).status).toBe(400);
    expect((await calls.check(owner, 'nonsense')).status).toBe(404);
    expect(await found(owner)).toEqual([]);
  });

  it('is written in any script, and kept as DNS has it', async () => {
    const owner = await make();
    const { body } = await calls.add(owner, { host: `Bücher.${label}.example.com` });
    expect(body.data).toMatchObject({ host: `xn--bcher-kva.${label}.example.com` });
  });
});

describe('a host that several ask for', () => {
  it('belongs to the one that proves it first; the others can’t take it', async () => {
    const key = await marque.makeKey(other, 'write');
    const [ours, theirs] = [await newSite(), await newSite(key)];
    const waiting = (await calls.add(theirs, { host: 'both.test' }, key)).body.data as Domain;
    await calls.connect(ours, 'both.test');
    // Ours has the record: theirs finds another value than its own.
    expect((await calls.check(theirs, waiting.id, key)).body.data).toMatchObject({
      state: 'pending',
      problem: 'other_value',
    });
    const { name } = waiting.record;
    dns.records.set(name, [...(dns.records.get(name) ?? []), waiting.record.value]);
    expect((await calls.check(theirs, waiting.id, key)).body.data).toMatchObject({
      state: 'pending',
      problem: 'taken',
    });
    const more = await calls.add(await newSite(key), { host: 'both.test' }, key);
    expect([more.status, more.body.error.code]).toEqual([409, 'conflict']);
    expect((await calls.add(ours, { host: 'both.test' })).status).toBe(409);
    expect((await calls.add(await newPortal(), { host: 'both.test' })).status).toBe(409);
    expect(await found(ours)).toMatchObject([{ state: 'verified' }]);
  });

  it('isn’t taken over by pointing it here: only its owner’s token proves it', async () => {
    const owner = await newSite();
    const { id } = await calls.connect(owner, 'dangling.test');
    expect((await calls.remove(owner, id)).status).toBe(200);
    const key = await marque.makeKey(other, 'write');
    const theirs = await newSite(key);
    const added = (await calls.add(theirs, { host: 'dangling.test' }, key)).body.data as Domain;
    // Until then, our own server doesn't answer the challenge for them.
    const file = await visit(marque, 'dangling.test', '/.well-known/marque-domain.txt');
    expect([file.status, file.text.includes(added.file.content)]).toEqual([404, false]);
    expect((await calls.check(theirs, added.id, key)).body.data).toMatchObject({ state: 'pending' });
  });
});

// Never passed over where it counts.
(isOnPort80 || process.env.CI ? describe : describe.skip)('a domain that is proven by a file', () => {
  it('has it at its own address, without a detour over another host', async () => {
    const owner = await newSite();
    const { id, file } = (await calls.add(owner, { host: 'file.test' })).body.data as Domain;
    for (const name of ['file.test', 'elsewhere.test']) dns.addresses.set(name, webAddress);
    const check = async (): Promise<Domain> => (await calls.check(owner, id)).body.data as Domain;
    const { pathname } = new URL(file.url);
    answers = (host, path) =>
      host === 'file.test'
        ? { status: 302, location: `http://elsewhere.test${path}` }
        : { text: file.content };
    expect(await check()).toMatchObject({ state: 'pending', problem: 'no_record' });
    answers = (_, path) => ({ text: `Not found: ${path} ${file.content}`, status: 200 });
    expect(await check()).toMatchObject({ state: 'pending', problem: 'no_record' });
    answers = (_, path) => (path === pathname ? { status: 404, text: file.content } : {});
    expect(await check()).toMatchObject({ state: 'pending', problem: 'no_record' });
    answers = (_, path) => (path === pathname ? { text: `${file.content}\n` } : { status: 404 });
    expect(await check()).toMatchObject({ state: 'verified', problem: null });
    dns.addresses.clear();
  });
});

describe('a verified domain whose record is gone', () => {
  it('stays for three days, is then nobody’s, and comes back with the record', async () => {
    const owner = await newSite();
    const { id, record, host } = await calls.connect(owner, 'moved.test');
    dns.records.delete(record.name);
    expect((await calls.check(owner, id)).body.data).toMatchObject({
      state: 'verified',
      problem: 'no_record',
    });
    // However often it's checked.
    for (let times = 0; times < 3; times += 1) await calls.check(owner, id);
    expect(await calls.ask(host)).toBe(200);
    await marque.service.db.query(
      `update marque.domains set failing_since = now() - interval '73 hours' where id = $1`,
      [id],
    );
    expect((await calls.check(owner, id)).body.data).toMatchObject({ state: 'failed', problem: 'no_record' });
    expect(await calls.ask(host)).toBe(404);
    // The app isn't served there either.
    expect((await visit(marque, host, '/api/v1/openapi.json')).status).toBe(404);
    dns.records.set(record.name, [record.value]);
    expect((await calls.check(owner, id)).body.data).toMatchObject({ state: 'verified', problem: null });
  });
});

it('a domain that can’t be checked keeps no others from being checked', async () => {
  const { db } = marque.service;
  const owner = await newSite();
  await db.query(
    `alter table marque.domains add constraint broken check (host <> 'due0.test' or checked_at is null)`,
  );
  // Without the jobs of their own that added ones have. More than are checked at a time.
  for (let at = 0; at < 9; at += 1) {
    const host = `due${at}.test`;
    dns.records.set(`_marque.${host}`, [challengeOf('of-nine')]);
    await db.query(
      `insert into marque.domains (site_id, host, token, next_at) values ($1, $2, 'of-nine', now() - make_interval(mins => $3::int))`,
      [owner.split('/')[1], host, 60 - at],
    );
  }
  const checked = checkDueDomains(marque.service, new AbortController().signal);
  await expect(checked).rejects.toThrow('Some domains');
  await db.query('alter table marque.domains drop constraint broken');
  const states = (await found(owner)).map(({ host, state }) => `${host} ${state}`);
  expect(states).toEqual([
    'due0.test pending',
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((at) => `due${at}.test verified`),
  ]);
});

describe('whether a certificate may be issued', () => {
  it('is yes for sites and their previews, and no for anything else', async () => {
    const { id, slug } = await makeSite(marque, editor, { name: 'Certified' });
    await sendZip(marque, editor, id, site({ 'index.html': 'home' }));
    const [preview] = (await marque.call('GET', `/api/v1/sites/${id}/previews`, { as: editor })).body
      .data as { url: string }[];
    expect(await calls.ask(`${slug}.sites.localhost`)).toBe(200);
    expect(await calls.ask(new URL(preview?.url ?? '').hostname)).toBe(200);
    for (const host of [
      // Made-up names, which nobody can get certificates for.
      `0123456789ab--${slug}.sites.localhost`,
      `more.${slug}.sites.localhost`,
      'nobody.sites.localhost',
      'sites.localhost',
      'nobody.test',
      '127.0.0.1',
      'localhost',
    ])
      expect([host, await calls.ask(host)]).toEqual([host, 404]);
    expect((await marque.call('GET', '/api/v1/domains/ask')).status).toBe(400);
    expect(await calls.ask('x'.repeat(301))).toBe(400);
  });
});

it('a site has twenty domains at most', async () => {
  const owner = await newSite();
  for (let at = 0; at < 20; at += 1)
    expect((await calls.add(owner, { host: `n${at}.many.test` })).status).toBe(201);
  const { status, body } = await calls.add(owner, { host: 'one-more.test' });
  expect([status, body.error.code]).toEqual([403, 'limit_reached']);
});

it('a site below the server’s own domain is refused, and a portal isn’t', () => {
  const env = { serverUrl: 'https://dam.acme.com', sitesHost: 'sites.example', allowSameSite: false };
  expect(customHost(env, 'portal', 'brand.acme.com')).toBe('brand.acme.com');
  expect(() => customHost(env, 'site', 'brand.acme.com')).toThrow(/scripts could reach/);
  expect(customHost({ ...env, allowSameSite: true }, 'site', 'brand.acme.com')).toBe('brand.acme.com');
  expect(() => customHost(env, 'portal', 'dam.acme.com')).toThrow(/own addresses/);
  expect(() => customHost(env, 'portal', 'x.sites.example')).toThrow(/own addresses/);
});
