// Who can reach a resource: on random worlds, exactly the callers whose own requests succeed.
import { afterAll, describe, expect, it } from '@jest/globals';
import { authorize, type Credential } from '../../src/core/access/authorize.ts';
import { openSession } from '../../src/core/access/sign-in/sessions.ts';
import type { Target } from '../../src/core/operation.ts';
import { passCookie } from '../../src/portals/visibility.ts';
import fc from '../setup/random.ts';
import { makeAsset } from '../core/access/resources.ts';
import { build, plans, type World } from '../core/access/world.ts';
import { makeDefaultBrand } from '../brands/brand.ts';
import { callsAs } from '../setup/callers.ts';
import { startService, type Caller, type Person } from '../setup/service.ts';
import { address, partsOfBrand, type Holder } from './known-workspace.ts';

const marque = await startService();
afterAll(() => marque.close());

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
      const { rule, page } = await partsOfBrand(marque, id, workspace);
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
    const boss = await marque.makeMember(place, 'admin');
    const editor = callsAs(marque, boss);
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
