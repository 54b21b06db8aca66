// Names that an operation doesn't know: a misspelt filter or property is refused with the nearest known one,
// never ignored.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { operations } from '../../setup/operations.ts';
import { getConsent, giveConsent } from '../../../plugins/agents/oauth/consent.ts';
import { isInInterface } from '../../../src/core/pipeline/conditional-requests.ts';
import { methodOf, pathOf, type AnyOperation } from '../../../src/core/operation.ts';
import { startService, type Reply } from '../../setup/service.ts';
import { goodCalls } from './good-calls.ts';
import type { Call, Row } from './good-calls/row.ts';
import { Tenant } from './tenant.ts';

const marque = await startService({ RATE_LIMIT: '0' });
const tenant = await Tenant.furnish(marque, 'quitzowx');
afterAll(() => marque.close());

const all: readonly AnyOperation[] = operations;
const ofInterface = all.filter(isInInterface);

/** The operations that interface part 4 specifies in full. */
const givenInFull = [
  'delete_organization',
  'describe_asset',
  'get_brand_source',
  'list_brand_updates',
  'list_deployments',
  'list_holders',
  'list_pages',
  'list_portal_updates',
  'list_settings',
  'list_workspaces',
  'propose_fields',
];

function rowOf(name: string): Row {
  const row = (goodCalls as Record<string, Row | undefined>)[name];
  if (!row) throw new Error(`${name} has no row in good-calls.ts.`);
  return row;
}

async function send(operation: AnyOperation, call: Call, extra: string): Promise<Reply> {
  const path = pathOf(operation).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(call.path?.[name] ?? ''),
  );
  const query = new URLSearchParams(call.query).toString();
  return marque.call(methodOf(operation), `${path}?${query}${query && '&'}${extra}`, {
    as: call.as === undefined ? tenant.as : call.as,
    body: call.body,
    ...(call.headers ? { headers: call.headers } : {}),
  });
}

// ---- bodies

/** Paths of the objects in a schema that silently drop unknown properties. */
function droppingObjects(schema: z.ZodType, path = '', seen = new Set<z.ZodType>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const inside = (inner: unknown, at: string): string[] => droppingObjects(inner as z.ZodType, at, seen);
  if (schema instanceof z.ZodObject) {
    const own = schema.def.catchall === undefined ? [path || '(the body)'] : [];
    return [...own, ...Object.entries(schema.shape).flatMap(([name, one]) => inside(one, `${path}.${name}`))];
  }
  if (schema instanceof z.ZodArray) return inside(schema.element, `${path}[]`);
  if (schema instanceof z.ZodRecord) return inside(schema.valueType, `${path}{}`);
  if (schema instanceof z.ZodTuple)
    return schema.def.items.flatMap((item, at) => inside(item, `${path}[${at}]`));
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => inside(option, path));
  if (schema instanceof z.ZodIntersection)
    return [...inside(schema.def.left, path), ...inside(schema.def.right, path)];
  if (schema instanceof z.ZodPipe) return inside(schema.in, path);
  const { innerType } = schema.def as { innerType?: unknown };
  return innerType ? inside(innerType, path) : [];
}

it('no body drops an unknown property, however deep it is', () => {
  const dropping = [...all, getConsent as AnyOperation, giveConsent as AnyOperation].flatMap(
    ({ name, input }) => (input?.body ? droppingObjects(input.body).map((at) => `${name} ${at}`) : []),
  );
  expect(dropping).toEqual([]);
});

it('the operations that ignore unknown parameters are those that the interface specifies in full', () => {
  expect(
    all
      .filter(({ http: { ignoresUnknown } }) => ignoresUnknown)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(givenInFull);
});

describe.each(ofInterface.map((operation) => [operation.name, operation] as const))(
  '%s',
  (name, operation) => {
    it('refuses unknown query parameters', async () => {
      const row = rowOf(name);
      const call = await row.good(tenant);
      const { status, body, headers } = await send(
        operation,
        call,
        'zzunknownzz=1&_cache=2&utm_source=mail&2026-11-22T18:09:44.521Z',
      );
      if (operation.http.ignoresUnknown) {
        expect([status < 300, headers.get('marque-ignored')]).toEqual([true, 'zzunknownzz']);
        return;
      }
      expect([status, body.error?.code]).toEqual([400, 'invalid_request']);
      const issues = body.error.detail.issues as { path: string; message: string }[];
      expect(issues.map(({ path }) => path)).toEqual(['zzunknownzz']);
      expect(issues[0]?.message).toMatch(/^Unknown query parameter\./);
    });

    it('names the property that was probably meant', async () => {
      const schema = operation.input?.body;
      const call = await rowOf(name).good(tenant);
      const sent: unknown = call.body;
      if (!schema || sent === undefined || sent instanceof FormData || ArrayBuffer.isView(sent)) return;
      const known = Object.keys(sent as object).find((one) => one.length > 3);
      const wrong = known === undefined ? 'zzunknownzz' : `${known.slice(0, -1)}x`;
      const { status, body } = await send(
        operation,
        { ...call, body: { ...(sent as object), [wrong]: 1 } },
        '',
      );
      expect([status, body.error?.code]).toEqual([400, 'invalid_request']);
      const issue = (body.error.detail.issues as { path: string; message: string }[]).find(
        ({ path }) => path === wrong,
      );
      expect(issue?.message).toMatch(/^Unknown property\./);
      if (known !== undefined) expect(issue?.message).toContain(`"${known}"`);
    });
  },
);

it('names a hundred of many unknown properties, and counts the others', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, 0]));
  const { status, body } = await marque.call('POST', '/api/v1/collections', {
    as: tenant.as,
    body: { name: 'Many', ...unknown },
  });
  const { issues, more } = body.error.detail as { issues: { path: string; message: string }[]; more: number };
  expect([status, issues.length, more]).toEqual([400, 100, 19_900]);
  expect(issues.map(({ path }) => path)).toEqual(Array.from({ length: 100 }, (_, at) => `k${at}`));
  expect(issues.at(-1)?.message).toMatch(/^Unknown property\. Use one of: /);
  expect(body.error.message).toMatch(/ \(and 19997 more\)$/);
});

it('a misspelt filter does not list everything', async () => {
  const { status, body } = await marque.call('GET', '/api/v1/assets?colection=x&satus=active&f.nothere=1', {
    as: tenant.as,
  });
  expect([status, body.error.detail.issues]).toEqual([
    400,
    [
      { path: 'colection', message: 'Unknown query parameter. Did you mean "collection"?' },
      { path: 'satus', message: 'Unknown query parameter. Did you mean "status"?' },
    ],
  ]);
  const far = await marque.call('GET', '/api/v1/proposals?wxyzwxyz=1', { as: tenant.as });
  expect(far.body.error.message).toBe(
    'wxyzwxyz: Unknown query parameter. Use one of: status, kind, include, by, from, waitingFor, due, target, cursor, before, limit.',
  );
});

it('a longer name for a filter is answered with the name it begins with', async () => {
  const { body } = await marque.call('GET', '/api/v1/assets?query=harbour&tagName=x', { as: tenant.as });
  expect(body.error.detail.issues).toEqual([
    { path: 'query', message: 'Unknown query parameter. Did you mean "q"?' },
    { path: 'tagName', message: 'Unknown query parameter. Did you mean "tag"?' },
  ]);
});

it('an unknown property of one kind of edit is answered with the properties of that kind alone', async () => {
  const page = await tenant.newPage();
  const { status, body } = await marque.call('PATCH', `/api/v1/brands/${tenant.brand}/pages/${page}`, {
    as: tenant.as,
    body: {
      ops: [
        { op: 'page', set: { wxyzwxyz: 1 } },
        { op: 'update', id: 'a', set: { wxyzwxyz: 1 } },
      ],
    },
  });
  expect(status).toBe(400);
  const [ofPage, ofSection] = body.error.detail.issues as { path: string; message: string }[];
  expect(ofPage).toMatchObject({ path: 'ops[0].set.wxyzwxyz', message: expect.stringContaining('aliases') });
  expect(ofPage?.message).not.toContain('template');
  expect(ofSection).toMatchObject({
    path: 'ops[1].set.wxyzwxyz',
    message: expect.stringContaining('template'),
  });
  expect(ofSection?.message).not.toContain('aliases');
});

it('what should be an ID and is none is told so in plain words', async () => {
  const { body } = await marque.call('POST', '/api/v1/shares', {
    as: tenant.as,
    body: { kind: 'view', name: 'For a client', collection: 'Summer' },
  });
  expect(body.error.detail.issues).toEqual([
    {
      path: 'collection',
      message: 'This isn’t an ID. Send the UUID of a record, as lists and searches return it.',
    },
  ]);
});

it('locale and depth are allowed behind Payload alone', async () => {
  const { appOf } = await import('../../../src/core/transports/payload.ts');
  const headers = { authorization: `Bearer ${tenant.keys.read.key}` };
  const ask = (query: string, behindPayload: boolean) =>
    appOf(marque.service).fetch(new Request(`${marque.url}/api/v1/assets?${query}`, { headers }), {
      behindPayload,
    });
  expect((await ask('locale=de&depth=1', true)).status).toBe(200);
  expect((await ask('locale=de&depth=1', false)).status).toBe(400);
  expect((await ask('locale=de&deptk=1', true)).status).toBe(400);
});

it("paths outside the interface don't check parameters", async () => {
  for (const path of ['/api/health?x=1', '/api/auth/session?fbclid=1', `/a/${tenant.asset}?fbclid=1`])
    expect((await marque.call('GET', path, { as: tenant.as })).status).toBe(200);
});

describe('an unknown context', () => {
  beforeAll(async () => {
    const rule = { key: 'copy.claim', type: 'text', value: 'Hello', context: 'dark-background' };
    await tenant.reply('POST', '/api/v1/brand/rules', rule);
  });

  it('is refused wherever a brand is read, with the nearest one', async () => {
    const page = await tenant.newPage();
    for (const path of [
      '/api/v1/brand/rules?',
      '/api/v1/brand/tokens?format=css&',
      `/api/v1/brands/${tenant.brand}/pages/${page}?`,
    ]) {
      const { status, body } = await marque.call('GET', `${path}context=dark-backgroud`, { as: tenant.as });
      expect([path, status, body.error?.detail]).toEqual([
        path,
        422,
        {
          issues: [
            {
              path: 'context',
              message:
                'No rule of this brand uses the context "dark-backgroud". Did you mean "dark-background"? Use one of: dark-background.',
            },
          ],
        },
      ]);
      expect((await marque.call('GET', `${path}context=dark-background`, { as: tenant.as })).status).toBe(
        200,
      );
      expect(
        (await marque.call('GET', `${path}context=print`, { as: tenant.as })).body.error.message,
      ).toContain('Use one of: dark-background');
    }
    const preview = await marque.call(
      'POST',
      `/api/v1/brands/${tenant.brand}/pages/${page}/preview?context=print`,
      {
        as: tenant.as,
        body: { title: 'A title', sections: [] },
      },
    );
    expect([preview.status, preview.body.error.code]).toEqual([422, 'invalid']);
  });
});
