// Who can reach a resource, and why: on random worlds, exactly the callers whose own requests succeed; and
// the exact reasons on a few known worlds.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from '../setup/random.ts';
import { authorize, type Credential } from '../../src/core/access/authorize.ts';
import { openSession } from '../../src/core/access/sessions.ts';
import type { Target } from '../../src/core/operation.ts';
import { passCookie } from '../../src/portals/visibility.ts';
import { makeAsset, makeGroup, makeWorkspace } from '../core/access/resources.ts';
import { build, plans, type World } from '../core/access/world.ts';
import { makeDefaultBrand } from '../brands/brand.ts';
import { callsAs } from '../setup/callers.ts';
import { startService, type Caller, type Person, type Place, type TestService } from '../setup/service.ts';

let marque: TestService;

beforeAll(async () => {
  marque = await startService();
});
afterAll(() => marque.close());

interface Holder {
  kind: string;
  id: string | null;
  who: string;
  email: string | null;
  scope: string | null;
  via: string;
  grant: string | null;
}

const address = (ref: string, who?: string): string =>
  `/api/v1/catalog/${encodeURIComponent(ref)}/access${who === undefined ? '' : `?who=${encodeURIComponent(who)}`}`;

async function partsOfBrand(brand: string, workspace: string): Promise<{ rule: string; page: string }> {
  const { db } = marque.service;
  const [rule] = await db.query<{ id: string }>(
    `insert into brand_rules (brand_id, workspace_id, key, label, type, value, spec, assets)
     values ($1, $2, 'color.primary', 'Primary', 'color', '{"is": "#102030"}', '{}', '[]') returning id`,
    [brand, workspace],
  );
  const [page] = await db.query<{ id: string }>(
    `insert into brand_pages (brand_id, workspace_id, title, slug, aliases, sections)
     values ($1, $2, 'Logo', 'logo', '["mark"]', '[]') returning id`,
    [brand, workspace],
  );
  return { rule: rule?.id ?? '', page: page?.id ?? '' };
}

describe('the access report on random organizations, collections, assets, brands, people, groups, grants and keys', () => {
  interface Reader {
    id: string;
    as: Caller;
    credential: Credential;
  }

  /** Every caller of a world, with the headers that authenticate them. */
  async function readersOf(world: World): Promise<Reader[]> {
    const people = await Promise.all(
      world.people.map(async ({ id, email, credential }) => {
        const { cookie } = await openSession(marque.payload, marque.service.db, { id, email });
        return { id, credential, as: { cookie: cookie.split(';')[0] ?? '' } };
      }),
    );
    return [
      ...people,
      ...world.keys.map(({ id, secret, credential }) => ({ id, credential, as: { key: secret } })),
    ];
  }

  interface ReportTarget {
    kind: string;
    id: string;
    workspace: string;
    /** The resources whose access is reported. */
    on: Target;
    /** Requests that read the resource: each succeeds for everyone with access. */
    reads: string[];
  }

  async function targetsOf(world: World): Promise<ReportTarget[]> {
    const targets: ReportTarget[] = [];
    for (const { kind, id, workspace } of world.resources) {
      if (workspace === null || kind === 'organization' || kind === 'workspace') continue;
      const own = kind === 'brand' ? `/api/v1/brands/${id}` : `/api/v1/${kind}s/${id}`;
      const on = { [kind]: id };
      targets.push({ kind, id, workspace, on, reads: [own] });
      if (kind !== 'brand') continue;
      const { rule, page } = await partsOfBrand(id, workspace);
      targets.push({ kind: 'rule', id: rule, workspace, on, reads: [`/api/v1/brand/rules?brand=${id}`] });
      targets.push({ kind: 'page', id: page, workspace, on, reads: [own] });
    }
    return targets;
  }

  const statusFor = async ({ as }: Reader, workspace: string, path: string): Promise<number> =>
    (await marque.call('GET', path, { as, headers: { 'x-workspace': workspace } })).status;

  /** Every reported holder whose request fails, and every caller whose request succeeds but isn't reported. */
  async function differences(world: World): Promise<string[]> {
    const wrong: string[] = [];
    const boss = await marque.makePerson();
    for (const { id } of world.resources.filter(({ kind }) => kind === 'organization'))
      await marque.service.db.query(
        `insert into grants (user_id, resource, resource_id, scope, limits, organization_id) values ($1, 'organization', $2::text, 'admin', '[]', $2::uuid)`,
        [boss.id, id],
      );
    const readers = await readersOf(world);
    for (const target of await targetsOf(world)) {
      const { status, body } = await marque.call('GET', address(target.id), { as: { cookie: boss.cookie } });
      if (status !== 200) wrong.push(`${target.kind} ${target.id}: ${status} for an admin`);
      const holders = new Map((body.holders as Holder[]).map((holder) => [holder.id, holder]));
      if (holders.size !== body.holders.length)
        wrong.push(`${target.kind} ${target.id} names somebody twice`);
      for (const reader of readers) {
        const holder = holders.get(reader.id);
        const expected = holder ? 200 : 404;
        const authorized = await authorize(marque.service.db, reader.credential, target.on);
        if ((authorized?.access.scope ?? null) !== (holder?.scope ?? null))
          wrong.push(
            `${reader.id} on ${target.kind} ${target.id}: ${holder?.scope}, has ${authorized?.access.scope}`,
          );
        for (const path of [...target.reads, address(target.id)]) {
          const is = await statusFor(reader, target.workspace, path);
          // A key gets an error when X-Workspace names another workspace than its own, a person without
          // access gets one too: 404 both.
          if (is !== expected) wrong.push(`${reader.id} at ${path}: ${is}, as ${holder?.via ?? 'nobody'}`);
        }
        if (holder?.kind === 'person') {
          const one = await marque.call('GET', address(target.id, reader.id), {
            as: { cookie: boss.cookie },
          });
          if (JSON.stringify(one.body.holders) !== JSON.stringify([holder]))
            wrong.push(`${reader.id} alone on ${target.kind} ${target.id}`);
        }
      }
    }
    return wrong;
  }

  it('reports exactly the callers whose requests succeed', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        expect(await differences(await build(marque.service.db, plan))).toEqual([]);
      }),
      // As many worlds as a slow machine can handle: each checks every caller against every resource.
      { numRuns: 25, interruptAfterTimeLimit: 30_000, markInterruptAsFailure: false },
    );
  });
});

describe('the access report on random portals, with brands, pages, rules, collections and assets', () => {
  const keys = ['logo.a', 'logo.b', 'logo.c'] as const;
  const plansOfPortals = fc.record({
    published: fc.nat({ max: 7 }).map((n) => n > 0),
    privateBrand: fc.nat({ max: 7 }).map((n) => n === 0),
    pages: fc.array(
      fc.record({
        parent: fc.option(fc.nat({ max: 2 })),
        hidden: fc.nat({ max: 3 }).map((n) => n === 0),
        audience: fc.constantFrom('everyone', 'partners', 'members'),
        sections: fc.array(
          fc.record({
            hidden: fc.nat({ max: 4 }).map((n) => n === 0),
            audience: fc.constantFrom('everyone', 'partners', 'members'),
            keys: fc.subarray([...keys]),
            asset: fc.option(fc.nat({ max: 4 })),
            collection: fc.option(fc.nat({ max: 2 })),
          }),
          { maxLength: 3 },
        ),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    /** For each key, its file; some have one more for a context. */
    files: fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 4 }), fc.nat({ max: 4 })),
    dark: fc.subarray([...keys]),
    themeLogo: fc.option(fc.constantFrom(...keys)),
    picture: fc.option(fc.nat({ max: 4 })),
    renamed: fc.boolean(),
    assets: fc.array(
      fc.record({
        status: fc.constantFrom('active', 'active', 'draft', 'archived'),
        private: fc.nat({ max: 4 }).map((n) => n === 0),
        collections: fc.subarray([0, 1]),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    privateCollection: fc.boolean(),
    portals: fc.array(
      fc.record({
        access: fc.constantFrom('public', 'password', 'members'),
        brand: fc.nat({ max: 4 }).map((n) => n > 0),
        collections: fc.subarray([0, 1]),
        logo: fc.option(fc.nat({ max: 4 })),
        closed: fc.nat({ max: 5 }).map((n) => n === 0),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  });
  type PlanOfPortals = typeof plansOfPortals extends fc.Arbitrary<infer P> ? P : never;
  interface Shown {
    /** By id, as visitors find them. */
    resources: Map<string, string>;
    portals: { id: string; slug: string; name: string; access: string; request: string }[];
  }

  async function buildPortals(plan: PlanOfPortals): Promise<{ boss: Person; shown: Shown }> {
    const { db } = marque.service;
    const place = await marque.makePlace();
    const boss = await marque.makePerson();
    await marque.grant(boss.id, 'workspace', place.workspaceId, 'admin', { place });
    const editor = callsAs(marque, { cookie: boss.cookie });
    const collections = [
      await marque.makeCollection(place, { private: plan.privateCollection }),
      await marque.makeCollection(place),
    ];
    const assets: string[] = [];
    for (const asset of plan.assets)
      assets.push(
        await makeAsset(marque, place, {
          ...asset,
          in: asset.collections.map((index) => collections[index] ?? ''),
        }),
      );
    // Not reachable any other way, so that the collection's access can be seen on its own.
    for (const collection of collections) await makeAsset(marque, place, { in: [collection] });
    await db.query('update assets set public = false, width = 1, height = 1 where workspace_id = $1', [
      place.workspaceId,
    ]);
    const file = (index: number) => assets[index % assets.length] ?? '';
    const brand = await makeDefaultBrand(marque, place);
    await editor.done('PATCH', '/brand/rules', {
      set: keys.flatMap((key, at) =>
        [null, ...(plan.dark.includes(key) ? ['dark'] : [])].map((context) => ({
          key,
          ...(context && { context }),
          type: 'text',
          value: `The ${key}`,
          assets: [{ id: file(plan.files[at] ?? 0) }],
        })),
      ),
    });
    for (const [at, { parent, hidden, audience, sections }] of plan.pages.entries())
      await editor.done('PUT', `/brands/acme/pages/page-${at}`, {
        title: `Page ${at}`,
        hidden,
        audience,
        ...(parent !== null && parent < at && at < 3 ? { parent: `page-${parent}` } : {}),
        sections: sections.flatMap((section) => [
          {
            template: 'logos',
            keys: section.keys,
            hidden: section.hidden,
            audience: section.audience,
          },
          ...(section.asset === null
            ? []
            : [{ template: 'text', body: `![It](${file(section.asset)})`, audience: section.audience }]),
          ...(section.collection === null
            ? []
            : [
                {
                  template: 'collection',
                  props: { collection: collections[section.collection % 2] },
                  hidden: section.hidden,
                },
              ]),
        ]),
      });
    if (plan.themeLogo) await editor.done('PATCH', '/brands/acme/theme', { logo: plan.themeLogo });
    if (plan.published)
      await editor.done(
        'POST',
        '/brands/acme/publish',
        plan.picture === null ? {} : { image: file(plan.picture) },
      );
    // Readers don't see changes after the publish yet; a page whose address changed is still read at the old
    // one.
    await editor.done('PUT', '/brands/acme/pages/later', {
      title: 'Later',
      sections: [{ template: 'logos', keys: [...keys] }],
    });
    await editor.done('PATCH', '/brand/rules', {
      set: [{ key: 'logo.a', context: 'later', type: 'text', value: 'x', assets: [{ id: file(0) }] }],
    });
    if (plan.renamed)
      await editor.done('PATCH', '/brands/acme/pages/page-0', {
        ops: [{ op: 'page', set: { slug: 'renamed' } }],
      });
    const portals: Shown['portals'] = [];
    for (const [at, { brand: shows, collections: named, access, logo, closed }] of plan.portals.entries()) {
      const open = named.filter((index) => index !== 0 || !plan.privateCollection);
      const { data } = (
        await editor.done('POST', '/portals', {
          name: `Number ${at}`,
          access,
          ...(access === 'password' ? { password: 'open sesame' } : {}),
          brands: shows ? ['acme'] : [],
          collections: open.map((index) => collections[index]),
        })
      ).body;
      const [asked] = await db.query<{ id: string }>(
        `insert into marque.portal_requests (portal_id, email, status, expires_at) values ($1, 'guest@example.com', 'approved', now() + interval '1 hour') returning id`,
        [data.id],
      );
      await db.query('update portals set theme = $2, expires_at = $3 where id = $1', [
        data.id,
        logo === null ? null : JSON.stringify({ logo: file(logo) }),
        closed ? new Date(0) : null,
      ]);
      portals.push({ id: data.id, slug: data.slug, name: `Number ${at}`, access, request: asked?.id ?? '' });
    }
    await db.query('update brands set private = $2 where id = $1', [brand, plan.privateBrand]);
    const pages = await db.query<{ id: string; slug: string }>(
      'select id, slug from brand_pages where brand_id = $1',
      [brand],
    );
    const rules = await db.query<{ id: string; key: string; context: string | null }>(
      'select id, key, context from brand_rules where brand_id = $1',
      [brand],
    );
    const inPublish = ({ id, slug }: { id: string; slug: string }): [string, string] => [
      id,
      slug === 'renamed' ? 'page page-0' : `page ${slug}`,
    ];
    const resources = new Map<string, string>([
      [brand, `brand ${brand}`],
      ...pages.map(inPublish),
      ...rules.map(({ id, key, context }) => [id, `rule ${key} ${context}`] as const),
      ...collections.map((id) => [id, `collection ${id}`] as const),
      ...assets.map((id) => [id, `asset ${id}`] as const),
    ]);
    return { boss, shown: { resources, portals } };
  }

  const assetsIn = (text: string): string[] =>
    [...text.matchAll(/\/a\/([0-9a-f-]{36})/g)].map(([, id]) => `asset ${id}`);

  /** What a visitor finds on a portal, according to its own answers. */
  async function findsOn(slug: string, cookie: string | null, theme: string | null): Promise<Set<string>> {
    const found = new Set<string>();
    const get = (what: string) =>
      marque.call('GET', `/api/v1/portal/${slug}${what}`, { as: cookie === null ? null : { cookie } });
    const home = await get('');
    if (home.status !== 200) return found;
    for (const { id } of home.body.collections as { id: string }[]) found.add(`collection ${id}`);
    const [brand] = home.body.brands as { version: number | null }[];
    for (const { id } of home.body.assets as { id: string }[]) found.add(`asset ${id}`);
    if (!brand || brand.version === null) return found;
    found.add('brand');
    for (const context of theme === null ? [] : [null, 'dark']) found.add(`rule ${theme} ${context}`);
    for (const text of assetsIn(JSON.stringify((await get('/updates')).body.media))) found.add(text);
    const first = await get('/site?path=acme');
    const pages = first.status === 200 ? (first.body.data.pages as { slug: string }[]) : [];
    for (const page of pages) {
      for (const context of ['', '&context=dark', '&context=later']) {
        const { body } = await get(`/site?path=acme/${page.slug}${context}`);
        found.add(`page ${body.data.page.slug}`);
        for (const rule of body.data.rules as { key: string; context: string | null }[])
          found.add(`rule ${rule.key} ${rule.context}`);
        for (const id of Object.keys(body.data.media as object)) found.add(`asset ${id}`);
        for (const id of Object.keys(body.data.collections as object)) found.add(`collection ${id}`);
      }
    }
    return found;
  }

  it('reports exactly the visitors who find the resource there', async () => {
    const wrongOf = async (plan: PlanOfPortals): Promise<string[]> => {
      const { boss, shown } = await buildPortals(plan);
      const expected = new Map<string, Set<string>>([...shown.resources.keys()].map((id) => [id, new Set()]));
      for (const { id: portal, slug, name, access, request } of shown.portals) {
        const pass = (what: Parameters<typeof passCookie>[2]): string =>
          passCookie(marque.service, { id: portal }, what).split(';')[0] ?? '';
        const anyone = await findsOn(
          slug,
          access === 'password' ? pass({ version: 1 }) : null,
          plan.themeLogo,
        );
        // Its sign-in page, which shows no content yet, and the files it serves to programs.
        for (const path of [`/p/${slug}/-/access`, `/p/${slug}/brand.json`])
          for (const text of assetsIn((await marque.call('GET', path)).bytes.toString())) anyone.add(text);
        const guest = await findsOn(slug, pass({ request }), plan.themeLogo);
        for (const [id, target] of shown.resources) {
          const as = target.startsWith('brand ') ? 'brand' : target;
          if (anyone.has(as)) expected.get(id)?.add(`public ${name}`);
          if (guest.has(as)) expected.get(id)?.add(`link ${name}`);
        }
      }
      const wrong: string[] = [];
      for (const [id, target] of shown.resources) {
        const { body } = await marque.call('GET', address(id), { as: { cookie: boss.cookie } });
        const reported = (body.holders as Holder[])
          .filter(({ kind }) => kind === 'public' || kind === 'link')
          .map(({ kind, via }) => `${kind} ${via.slice(via.indexOf('portal ') + 7)}`);
        const should = [...(expected.get(id) ?? [])];
        if (reported.toSorted().join() !== should.toSorted().join())
          wrong.push(`${target}: told of ${reported.join()}; is found by ${should.join()}`);
      }
      return wrong;
    };
    await fc.assert(
      fc.asyncProperty(plansOfPortals, async (plan) => {
        expect(await wrongOf(plan)).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });
});

describe('the access report', () => {
  let place: Place;
  let boss: Person;
  let writer: Person;
  let reader: Person;
  let grants: Record<'boss' | 'writer' | 'reader', string>;
  let brand: string;
  let rule: string;
  let page: string;
  let service: { id: string; key: string };

  beforeAll(async () => {
    place = await marque.makePlace('Acme');
    [boss, writer, reader] = await Promise.all([
      marque.makePerson('Bea Boss'),
      marque.makePerson('Will Writer'),
      marque.makePerson('Rae Reader'),
    ]);
    grants = {
      boss: await marque.grant(boss.id, 'organization', place.organizationId, 'admin', { place }),
      writer: await marque.grant(writer.id, 'workspace', place.workspaceId, 'write', { place }),
      reader: await marque.grant(reader.id, 'workspace', place.workspaceId, 'read', { place }),
    };
    const made = await marque.payload.create({
      collection: 'brands',
      data: { name: 'Acme Brand', slug: 'acme', workspace: place.workspaceId, isDefault: true },
    });
    brand = made.id;
    ({ rule, page } = await partsOfBrand(brand, place.workspaceId));
    service = await marque.makeKey(place, 'propose');
  });

  const ask = (ref: string, by: Caller = { cookie: boss.cookie }, who?: string) =>
    marque.call('GET', address(ref, who), { as: by });
  const onRoles = () => [
    {
      kind: 'person',
      id: boss.id,
      who: 'Bea Boss',
      email: boss.email,
      scope: 'admin',
      via: 'Organization Acme',
      grant: grants.boss,
    },
    {
      kind: 'person',
      id: writer.id,
      who: 'Will Writer',
      email: writer.email,
      scope: 'write',
      via: 'Workspace Library',
      grant: grants.writer,
    },
    {
      kind: 'person',
      id: reader.id,
      who: 'Rae Reader',
      email: reader.email,
      scope: 'read',
      via: 'Workspace Library',
      grant: grants.reader,
    },
    {
      kind: 'agent',
      id: service.id,
      who: expect.stringMatching(/^Key /) as unknown,
      email: null,
      scope: 'propose',
      via: 'Key of workspace Library',
      grant: null,
    },
  ];

  it('covers a brand, a rule, a page, a collection and an asset, by id and by address, as a flat list', async () => {
    const collection = await marque.makeCollection(place, { name: 'Summer' });
    const asset = await makeAsset(marque, place, { status: 'draft' });
    const at = 'acme/library';
    const cases = [
      [brand, `${at}/brand/acme`, 'Acme Brand', { resource: 'brand', resourceId: brand, name: 'Acme Brand' }],
      [
        rule,
        `${at}/brand/acme/rule/color.primary`,
        'Primary',
        { resource: 'brand', resourceId: brand, name: 'Acme Brand' },
      ],
      [
        page,
        `${at}/brand/acme/page/logo`,
        'Logo',
        { resource: 'brand', resourceId: brand, name: 'Acme Brand' },
      ],
      [
        collection,
        `${at}/collection/${collection}`,
        'Summer',
        { resource: 'collection', resourceId: collection, name: 'Summer' },
      ],
      [asset, `${at}/asset/${asset}`, 'a.png', { resource: 'asset', resourceId: asset, name: 'a.png' }],
    ] as const;
    for (const [id, named, name, on] of cases) {
      const reply = await ask(id);
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({ id, name, private: false, holders: onRoles(), on, granted: [] });
      expect((await ask(named)).body).toEqual(reply.body);
      expect((await ask(id.toUpperCase())).body).toEqual(reply.body);
    }
    expect((await ask(`${at}/brand/acme/page/mark`)).body.id).toBe(page);
  });

  it('covers portals and sites, which have no grants, with the visitors they admit', async () => {
    const open = async (kind: 'portal' | 'site', body: Record<string, unknown>) => {
      const made = await marque.call('POST', `/api/v1/${kind}s`, {
        as: { cookie: writer.cookie },
        body: { name: `Some ${kind}`, ...body },
      });
      expect(made.status).toBe(201);
      return made.body.data as { id: string; slug: string };
    };
    const through = (via: string): Holder => ({
      kind: 'public',
      id: null,
      who: 'Anyone',
      email: null,
      scope: null,
      via,
      grant: null,
    });
    const password = 'open sesame';
    for (const [kind, access, visitors] of [
      ['portal', { access: 'public' }, [through('Public portal')]],
      ['portal', { access: 'password', password }, [through('Portal password')]],
      ['portal', { access: 'members' }, []],
      ['site', { access: 'public' }, [through('Public site')]],
      ['site', { access: 'password', password }, [through('Site password')]],
      ['site', { access: 'members' }, []],
    ] as const) {
      const { id, slug } = await open(kind, access);
      const { status, body } = await ask(id);
      expect([status, body]).toEqual([
        200,
        {
          id,
          name: `Some ${kind}`,
          private: false,
          holders: [...onRoles(), ...visitors],
          on: null,
          granted: [],
        },
      ]);
      expect((await ask(`acme/library/${kind}/${slug}`)).body).toEqual(body);
      expect((await ask(id, undefined, reader.id)).body.holders).toEqual([onRoles()[2]]);
      const stranger = await marque.makePerson();
      expect((await ask(id, { cookie: stranger.cookie })).status).toBe(404);
    }
  });

  it('lists the portals that show a brand, a rule, a page or a collection, and their approved guests, until the portals are closed', async () => {
    const as = { cookie: writer.cookie };
    const collection = await marque.makeCollection(place, { name: 'Shown' });
    const asset = await makeAsset(marque, place, { in: [collection] });
    const draft = await makeAsset(marque, place, { in: [collection], status: 'draft' });
    await marque.service.db.query('update assets set public = false where id = $1', [asset]);
    const { data } = (
      await marque.call('POST', '/api/v1/portals', {
        as,
        body: {
          name: 'Press',
          access: 'password',
          password: 'open sesame',
          brands: ['acme'],
          collections: [collection],
        },
      })
    ).body;
    const at = `/api/v1/portals/${data.id}`;
    await marque.call('POST', `/api/v1/portal/${data.slug}/requests`, {
      body: { email: 'pia@example.com', name: 'Pia' },
    });
    const [request] = (await marque.call('GET', `${at}/requests`, { as })).body.data;
    await marque.call('PATCH', `${at}/requests/${request.id}`, { as, body: { status: 'approved' } });
    const waysIn = async (ref: string, by: Person = boss) =>
      ((await ask(ref, { cookie: by.cookie })).body.holders as Holder[])
        .filter(({ kind }) => kind === 'public' || kind === 'link')
        .map(({ kind, id, who, email, via }) => [kind, id, who, email, via]);
    const shown = [
      ['public', null, 'Anyone', null, 'Password of portal Press'],
      ['link', request.id, 'Pia', 'pia@example.com', 'Approved request at portal Press'],
    ];
    for (const ref of [collection, asset]) expect(await waysIn(ref)).toEqual(shown);
    for (const ref of [draft, brand, page]) expect(await waysIn(ref)).toEqual([]);
    await marque.call('POST', '/api/v1/brands/acme/publish', { as, body: {} });
    for (const ref of [brand, page]) expect(await waysIn(ref)).toEqual(shown);
    // A rule is shown with each page that shows it, and a page to its audience, as published.
    expect(await waysIn(rule)).toEqual([]);
    const publishing = async (path: string, body: unknown) => {
      const { status } = await marque.call('PATCH', `/api/v1/brands/acme/${path}`, { as, body });
      expect(status).toBe(200);
      const seen = await Promise.all([rule, page].map((ref) => waysIn(ref)));
      await marque.call('POST', '/api/v1/brands/acme/publish', { as, body: {} });
      return seen;
    };
    const section = { template: 'palette', keys: ['color.primary'] };
    expect(await publishing('pages/logo', { ops: [{ op: 'add', section }] })).toEqual([[], shown]);
    for (const ref of [rule, page]) expect(await waysIn(ref)).toEqual(shown);
    await publishing('pages/logo', { ops: [{ op: 'page', set: { audience: 'members' } }] });
    for (const ref of [rule, page]) expect(await waysIn(ref)).toEqual([]);
    // The theme's assets are shown next to the portal's name.
    await publishing('theme', { accent: 'color.primary' });
    expect(await waysIn(rule)).toEqual(shown);
    await publishing('theme', { accent: null });
    await publishing('pages/logo', { ops: [{ op: 'page', set: { audience: 'partners' } }] });
    for (const ref of [rule, page]) expect(await waysIn(ref)).toEqual(shown);
    expect(await waysIn(data.id)).toEqual([
      ['public', null, 'Anyone', null, 'Portal password'],
      ['link', request.id, 'Pia', 'pia@example.com', 'Approved request'],
    ]);
    expect((await waysIn(data.id, reader))[1]).toEqual(['link', request.id, 'Pia', null, 'Approved request']);
    await marque.call('POST', `${at}/close`, { as });
    for (const ref of [collection, asset, brand, rule, page, data.id as string])
      expect(await waysIn(ref)).toEqual([]);
  });

  it('returns 404 for an invalid address, a part of another brand, or a resource of another workspace', async () => {
    const elsewhere = await makeWorkspace(marque, place, 'Elsewhere');
    const refs = [
      'nothing',
      randomUUID(),
      'acme/library',
      'acme/library/brand',
      'acme/library/brand/other',
      'acme/library/rule/color.primary',
      'acme/library/brand/acme/rule/none',
      'acme/library/brand/acme/brand/acme',
      'acme/library/brand/acme/constructor/x',
      'acme/library/constructor/x',
      'acme/library/asset/none',
      `acme/${elsewhere.workspaceSlug}/brand/acme`,
      `acme/library/collection/${brand}`,
      '%00',
      'acme/library/brand/acme/',
    ];
    for (const ref of refs) expect([ref, (await ask(ref)).status]).toEqual([ref, 404]);
    const stranger = await marque.makePerson();
    for (const ref of [
      brand,
      rule,
      page,
      'acme/library/brand/acme',
      'acme/library/brand/acme/rule/color.primary',
    ])
      expect((await ask(ref, { cookie: stranger.cookie })).status).toBe(404);
    const foreign = await marque.makeKey(elsewhere, 'admin');
    expect((await ask(brand, { key: foreign.key })).status).toBe(404);
    expect((await ask(brand, null)).status).toBe(401);
  });

  it('hides e-mail addresses below write, and can be limited to one person', async () => {
    const grant = await marque.grant(reader.id, 'brand', brand, 'read', { place });
    const seen = await ask(brand, { cookie: reader.cookie });
    expect((seen.body.holders as Holder[]).map(({ email }) => email)).toEqual([null, null, null, null]);
    expect(seen.body.granted).toMatchObject([
      { id: grant, user: { id: reader.id, name: 'Rae Reader', email: null }, scope: 'read' },
    ]);
    expect((await ask(brand, { cookie: writer.cookie })).body.granted).toMatchObject([
      { id: grant, user: { email: reader.email }, resource: 'brand', resourceId: brand, label: 'Acme Brand' },
    ]);
    for (const who of [writer.id, writer.id.toUpperCase(), writer.email, ` ${writer.email.toUpperCase()} `])
      expect((await ask(brand, undefined, who)).body.holders).toEqual([onRoles()[1]]);
    for (const who of ['nobody@example.com', randomUUID(), service.id])
      expect((await ask(brand, undefined, who)).body).toMatchObject({ id: brand, holders: [] });
    expect((await ask(brand, undefined, '')).status).toBe(400);
    await marque.call('DELETE', `/api/v1/grants/${grant}`, { as: { cookie: boss.cookie } });
  });

  it('reports the highest grant on the path, whichever resource it is on', async () => {
    const person = await marque.makePerson('Gil Guest');
    const collection = await marque.makeCollection(place, { name: 'Autumn' });
    const asset = await makeAsset(marque, place, { status: 'draft', in: [collection] });
    const of = async (ref: string) =>
      (await ask(ref, undefined, person.id)).body.holders.map(
        ({ scope, via, grant }: Holder) => [scope, via, grant] as const,
      ) as unknown;
    const group = await makeGroup(marque, place, person.id);
    const name = async () =>
      (await marque.service.db.query<{ name: string }>('select name from groups where id = $1', [group]))[0]
        ?.name;
    expect(await of(asset)).toEqual([]);

    const onAsset = await marque.grant(person.id, 'asset', asset, 'read', { place });
    expect(await of(asset)).toEqual([['read', 'Directly on this asset', onAsset]]);
    const onCollection = await marque.grant(person.id, 'collection', collection, 'propose', { place });
    expect(await of(asset)).toEqual([['propose', 'Collection Autumn', onCollection]]);
    expect(await of(collection)).toEqual([['propose', 'Directly on this collection', onCollection]]);
    const { body } = await marque.call('POST', '/api/v1/grants', {
      as: { cookie: boss.cookie },
      body: { group, resource: 'workspace', resourceId: place.workspaceId, scope: 'write' },
    });
    const words = `Group ${await name()}, on workspace Library`;
    expect(await of(asset)).toEqual([['write', words, body.data.id]]);
    expect(await of(rule)).toEqual([['write', words, body.data.id]]);
    const onBrand = await marque.grant(person.id, 'brand', brand, 'admin', { place });
    expect(await of(brand)).toEqual([['admin', 'Directly on this brand', onBrand]]);
    expect(await of(page)).toEqual([['admin', 'Brand Acme Brand', onBrand]]);
    expect((await ask(page)).body.granted).toMatchObject([{ id: onBrand, user: { id: person.id } }]);
    await marque.call('DELETE', `/api/v1/groups/${group}`, { as: { cookie: boss.cookie } });
    expect(await of(asset)).toEqual([['propose', 'Collection Autumn', onCollection]]);
  });

  it("names a key's owner, and drops the key once it has expired or its owner has left", async () => {
    const owner = await marque.makePerson('Olu Owner');
    const grant = await marque.grant(owner.id, 'workspace', place.workspaceId, 'write', { place });
    const asset = await makeAsset(marque, place, { status: 'draft' });
    const owned = await marque.makeKey(place, 'propose', { ownerId: owner.id });
    const past = await marque.makeKey(place, 'read', { expiresAt: new Date(Date.now() - 1000) });
    const agents = async () =>
      ((await ask(asset)).body.holders as Holder[])
        .filter(({ kind }) => kind === 'agent')
        .map(({ id }) => id);
    expect((await ask(asset)).body.holders).toContainEqual({
      kind: 'agent',
      id: owned.id,
      who: expect.any(String) as unknown,
      email: null,
      scope: 'propose',
      via: 'Key of Olu Owner: Workspace Library',
      grant,
    });
    expect(await agents()).not.toContain(past.id);
    await marque.call('DELETE', `/api/v1/grants/${grant}`, { as: { cookie: boss.cookie } });
    expect(await agents()).not.toContain(owned.id);
    expect(await agents()).toContain(service.id);
  });

  it("ignores roles inherited by private resources, except admins', and names no collection that the caller can't see", async () => {
    const secret = await marque.makeCollection(place, { name: 'Launch', private: true });
    const asset = await makeAsset(marque, place, { status: 'draft', in: [secret] });
    const [inside, guest] = [await marque.makePerson('Ina Inside'), await marque.makePerson('Gus Guest')];
    const grant = await marque.grant(inside.id, 'collection', secret, 'read', { place });
    await marque.grant(guest.id, 'asset', asset, 'read', { place });
    const seenBy = async (as: Person) => {
      const { body } = await ask(asset, { cookie: as.cookie });
      expect(body.private).toBe(true);
      return (body.holders as Holder[]).map(({ who, via, grant }) => [who, via, grant]);
    };
    const all = [
      ['Bea Boss', 'Organization Acme', grants.boss],
      ['Gus Guest', 'Directly on this asset', expect.any(String)],
      ['Ina Inside', 'Collection Launch', grant],
    ];
    expect(await seenBy(boss)).toEqual(all);
    expect(await seenBy(inside)).toEqual(all);
    expect(await seenBy(guest)).toEqual([
      all[0],
      all[1],
      ['Ina Inside', "A collection that you can't see", null],
    ]);
    expect((await ask(asset, { cookie: writer.cookie })).status).toBe(404);
  });

  it('includes the public exactly while the asset is served publicly', async () => {
    const { db } = marque.service;
    const asset = await makeAsset(marque, place);
    const served = async (change: string): Promise<boolean> => {
      await db.query(`update assets set ${change} where id = $1`, [asset]);
      const { body } = await ask(asset);
      const open = (body.holders as Holder[]).filter(({ kind }) => kind === 'public');
      if (open.length > 0) {
        expect(open).toEqual([
          {
            kind: 'public',
            id: null,
            who: 'Anyone',
            email: null,
            scope: null,
            via: 'Public address',
            grant: null,
          },
        ]);
      }
      // The asset has no bytes: that is what the public gets where it is served.
      const { status } = await marque.call('GET', `/a/${asset}`);
      expect([404, 410, 503]).toContain(status);
      expect(status === 503).toBe(open.length > 0);
      return open.length > 0;
    };
    expect(await served('public = true')).toBe(true);
    expect(await served(`rights = '{"embargo": "2999-01-01"}'`)).toBe(false);
    expect(await served(`rights = '{"expires": "2000-01-01"}'`)).toBe(false);
    expect(await served(`rights = '{}'`)).toBe(true);
    expect(await served('private = true')).toBe(false);
    expect(await served('private = false, public = false')).toBe(false);
    expect(await served(`public = true, status = 'archived'`)).toBe(false);
  });

  it("names the branding that shows a picture that isn't public", async () => {
    const { db } = marque.service;
    const asset = await makeAsset(marque, place);
    const seen = async (change: string): Promise<string[]> => {
      await db.query(`update assets set ${change} where id = $1`, [asset]);
      const { holders } = (await ask(asset)).body as { holders: Holder[] };
      return holders.filter(({ kind }) => kind === 'public').map(({ via }) => via);
    };
    expect(await seen('public = false')).toEqual([]);
    await db.query(
      `insert into marque.settings (organization_id, workspace_id, key, value) values ($1, null, 'branding', jsonb_build_object('logo', $2::text))`,
      [place.organizationId, asset],
    );
    expect(await seen('public = false')).toEqual(['Branding of organization Acme']);
    expect(await seen('public = true')).toEqual(['Public address']);
    expect(await seen(`public = false, status = 'archived'`)).toEqual([]);
  });

  it("has an entity tag, so an unchanged report isn't sent again", async () => {
    const first = await ask(brand);
    const etag = first.headers.get('etag') ?? '';
    const again = await marque.call('GET', address(brand), {
      as: { cookie: boss.cookie },
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
  });
});
