// A hundred random edits and publishes: each time, GET …/updates must match a plain comparison of what
// readers saw before and after.
import { afterAll, expect, it } from '@jest/globals';
import fc from '../../setup/random.ts';
import { startService } from '../../setup/service.ts';
import { callsAs } from '../../setup/callers.ts';

const marque = await startService();
const place = await marque.makePlace('Acme');
const write = callsAs(marque, await marque.makeKey(place, 'admin'));
afterAll(() => marque.close());

const slugs = ['one', 'two', 'three', 'four', 'five', 'six'];
const keys = ['color.a', 'color.b', 'color.c', 'color.d'];
const slug = fc.constantFrom(...slugs);
const parent = fc.option(slug, { freq: 2 });
const context = fc.constantFrom(null, null, 'dark', 'print');
const value = fc.constantFrom('#000000', '#111111', '#222222');
const section = fc.record({
  id: fc.constantFrom('a', 'b'),
  template: fc.constant('palette'),
  keys: fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 2 }),
  hidden: fc.boolean(),
  lede: fc.constantFrom(null, 'Some words'),
});
const fields = fc.record(
  {
    title: fc.constantFrom('Title', 'Other title'),
    parent,
    hidden: fc.boolean(),
    position: fc.nat({ max: 5 }),
    audience: fc.constantFrom('everyone', 'partners', 'members'),
    lede: fc.constantFrom(null, 'A lede'),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const page = fc.record({
  title: fc.constantFrom('Title', 'Other title'),
  parent,
  hidden: fc.boolean(),
  sections: fc.uniqueArray(section, { maxLength: 2, selector: ({ id }) => id }),
});

/** `{brand}` stands for the brand's id. */
type Step = { method: string; path: string; body?: unknown };
const call = (method: string, path: string, body?: unknown): Step => ({
  method,
  path,
  ...(body ? { body } : {}),
});
const rulesAt = '/brand/rules?brand={brand}';
const pageAt = (name: string): string => `/brands/{brand}/pages/${name}`;
const step: fc.Arbitrary<Step | 'publish'> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('publish' as const) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...keys), context, value)
      .map(([key, where, hex]) =>
        call('PATCH', rulesAt, { set: [{ key, context: where, type: 'color', value: hex }] }),
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...keys), context)
      .map(([key, where]) => call('PATCH', rulesAt, { remove: [{ key, context: where }] })),
  },
  {
    weight: 1,
    arbitrary: fc
      .shuffledSubarray(keys)
      .map((order) => call('PUT', '/brand/rules/order?brand={brand}', { keys: order })),
  },
  { weight: 5, arbitrary: fc.tuple(slug, page).map(([name, body]) => call('PUT', pageAt(name), body)) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(slug, fields)
      .map(([name, set]) => call('PATCH', pageAt(name), { ops: [{ op: 'page', set }] })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(slug, slug)
      .map(([name, to]) => call('PATCH', pageAt(name), { ops: [{ op: 'page', set: { slug: to } }] })),
  },
  { weight: 2, arbitrary: slug.map((name) => call('DELETE', pageAt(name))) },
);

interface Snapshot {
  /** What each key is, and each page that readers see. */
  rules: Map<string, string>;
  pages: Map<string, { title: string; says: string }>;
  /** Every page, hidden or not, in order. */
  whole: string;
}

type Read = Record<string, unknown>;

/** The current state, as any reader sees it. */
async function snapshot(brand: string): Promise<Snapshot> {
  const read = async (path: string) => (await write.done('GET', path)).body.data;
  const rules = new Map<string, string>();
  const allRules: string[] = [];
  for (const { id: _id, updatedAt: _at, ...rule } of (await read(`/brand/rules?brand=${brand}`)) as Read[]) {
    const key = rule.key as string;
    rules.set(key, `${rules.get(key) ?? ''}${JSON.stringify(rule)}`);
    allRules.push(JSON.stringify(rule));
  }
  const list = (await read(`/brands/${brand}/pages`)) as (Read & { slug: string; parent: string | null })[];
  const bySlug = new Map(list.map((entry) => [entry.slug, entry]));
  const isShown = (name: string | null): boolean => {
    if (name === null) return true;
    const entry = bySlug.get(name);
    return entry !== undefined && entry.hidden === false && isShown(entry.parent);
  };
  const pages: Snapshot['pages'] = new Map();
  const allPages: string[] = [];
  for (const { slug: name } of list) {
    const { page: whole } = (await read(`/brands/${brand}/pages/${name}`)) as { page: Read };
    const { updatedAt: _at, position: _position, aliases: _aliases, keys: _keys, sections, ...rest } = whole;
    const shown = (sections as { hidden: boolean }[]).filter(({ hidden }) => !hidden);
    if (isShown(name)) pages.set(name, { title: rest.title as string, says: JSON.stringify([rest, shown]) });
    allPages.push(JSON.stringify({ ...whole, updatedAt: null }));
  }
  return { rules, pages, whole: JSON.stringify([allRules, allPages]) };
}

function plainDifference<T>(before: Map<string, T>, after: Map<string, T>, says: (one: T) => string) {
  const added: string[] = [];
  const changed: string[] = [];
  for (const [name, one] of after) {
    const old = before.get(name);
    if (old === undefined) added.push(name);
    else if (says(old) !== says(one)) changed.push(name);
  }
  return {
    added: added.sort(),
    changed: changed.sort(),
    removed: [...before.keys()].filter((name) => !after.has(name)).sort(),
  };
}

const sorted = (lists: Record<string, (string | { slug: string })[]>) =>
  Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [
      name,
      list.map((one) => (typeof one === 'string' ? one : one.slug)).sort(),
    ]),
  );

it('a hundred random edits and publishes are reported as a plain comparison reports them', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 100, maxLength: 100 }), async (steps) => {
      const name = `random-${(count += 1)}`;
      const brand = (await write.done('POST', '/brands', { name, slug: name })).body.data.id as string;
      const none: Snapshot = { rules: new Map(), pages: new Map(), whole: '' };
      let before = none;
      const expected: { rules: object; pages: object; titles: Map<string, string> }[] = [];
      let published = 0;
      let taken = 0;
      for (const one of steps) {
        if (one !== 'publish') {
          const { method, path, body } = one;
          // Many random edits are invalid (a page under itself, an unknown key): they are refused and change
          // nothing.
          const plain: unknown = body && JSON.parse(JSON.stringify(body));
          const { status } = await write.call(method, path.replace('{brand}', brand), plain);
          expect([200, 201, 400, 404, 409, 422]).toContain(status);
          taken += status < 300 ? 1 : 0;
          continue;
        }
        const after = await snapshot(brand);
        const reply = (await write.done('POST', `/brands/${brand}/publish`)).body.data;
        expect(reply.unchanged).toBe(before.whole === after.whole);
        if (reply.unchanged) continue;
        expect(reply.version).toBeGreaterThan(published);
        published = reply.version as number;
        expected.unshift({
          rules: plainDifference(before.rules, after.rules, (value) => value),
          pages: plainDifference(before.pages, after.pages, ({ says }) => says),
          titles: new Map([...before.pages, ...after.pages].map(([page, { title }]) => [page, title])),
        });
        before = after;
      }
      const updates = (await write.done('GET', `/brands/${brand}/updates`)).body.data as {
        changes: {
          rules: Record<string, string[]>;
          pages: Record<string, { slug: string; title: string }[]>;
        };
      }[];
      expect(
        updates.map(({ changes }) => ({ rules: sorted(changes.rules), pages: sorted(changes.pages) })),
      ).toEqual(expected.slice(0, 20).map(({ rules, pages }) => ({ rules, pages })));
      for (const [index, { changes }] of updates.entries())
        for (const page of Object.values(changes.pages).flat())
          expect(expected[index]?.titles.get(page.slug)).toBe(page.title);
      // Seeded so that there is something to see.
      expect(updates.length).toBeGreaterThan(2);
      expect(taken).toBeGreaterThan(20);
    }),
    { numRuns: 3, endOnFailure: true },
  );
});
