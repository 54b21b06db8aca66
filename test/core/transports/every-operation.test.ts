// Every operation, called correctly and incorrectly: by people and keys of another tenant, by callers with
// too little access, with another tenant's resources in each place where an id, key or address goes, and with
// nonsense. The correct calls are in good-calls.ts; an operation without a row there fails here.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { operations as ownOperations } from '../../setup/operations.ts';
import { getConsent, giveConsent } from '../../../plugins/agents/oauth/consent.ts';
import { rankOf, scopes, type Ability, type Scope } from '../../../src/core/access/ladder.ts';
import { methodOf, pathOf, type AnyOperation } from '../../../src/core/operation.ts';
import { statusOfCode } from '../../../src/core/errors.ts';
import type { Caller, Reply } from '../../setup/service.ts';
import { goodCalls } from './good-calls.ts';
import type { Call, Row } from './good-calls/row.ts';
import type { Tenant } from './tenant.ts';
import { nonsenseBodies, nonsenseText, spoilt } from './nonsense.ts';
import { idsOf, lastChangeOf, marque, ours, stranger, tablesWritten, theirs } from './two-tenants.ts';

/** The agents plugin's operations are called like any other. */
const operations: readonly AnyOperation[] = [...ownOperations, getConsent, giveConsent];

afterAll(() => marque.close());

/** Sends a call as `as`, whichever caller it was made for. */
function send(operation: AnyOperation, call: Call, as: Caller): Promise<Reply> {
  const path = pathOf(operation).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(call.path?.[name] ?? ''),
  );
  const query = new URLSearchParams(call.query).toString();
  return marque.call(methodOf(operation), `${path}${query && `?${query}`}`, {
    as,
    body: call.body,
    ...(call.headers ? { headers: call.headers } : {}),
  });
}

const callerOf = (call: Call, tenant: Tenant): Caller => (call.as === undefined ? tenant.as : call.as);

// ---- what an answer reveals

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const isId = (text: string): boolean => text.replace(uuid, '') === '' && text !== '';

/** Everything that could reveal something: the headers, and the body as sent. */
function textOf(reply: Reply): string {
  const headers = [...reply.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return `${headers}\n\n${reply.bytes.toString('latin1')}`;
}

/** All texts in a call, property names too. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...wordsOf(inner)]);
}

const without = (text: string, words: readonly string[]): string =>
  [...words]
    .filter((word) => word.length > 3)
    .sort((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, '').replaceAll(encodeURIComponent(word), ''), text);

/** Fails if an answer contains a text or an id of a tenant that the caller did not send. */
async function expectNothingOf(tenant: Tenant, reply: Reply, sent: Call): Promise<void> {
  const text = without(textOf(reply), wordsOf(sent));
  expect(text).not.toContain(tenant.mark);
  const found = [...new Set(text.match(uuid) ?? [])];
  if (found.length > 0) expect(await idsOf(tenant, found)).toEqual([]);
}

// ---- calls derived from a correct one

/** A text of the same shape that names nothing. */
function anotherLike(text: string): string {
  if (isId(text)) return randomUUID();
  const letters = Array.from({ length: 8 }, () => 'abcdefghij'[randomInt(10)]).join('');
  if (text.includes(ours.mark) || text.includes(theirs.mark))
    return text.replace(ours.mark, letters).replace(theirs.mark, letters);
  return randomBytes(text.length).toString('base64url').slice(0, text.length);
}

/** Our tenant's call of each row. The other tenant names what is in it and is refused, so it stays as it is. */
const ourCalls = new Map<Row, Call>();

async function ourCallOf(row: Row): Promise<Call> {
  const call = ourCalls.get(row) ?? (await row.good(ours));
  ourCalls.set(row, call);
  return call;
}

/** Names of resources in a call of theirs: values that differ from those in our call, except free text; each with our value. */
async function namesIn(call: Call, row: Row): Promise<[string, string][]> {
  const same = await ourCallOf(row);
  const tenant = theirs;
  const known = [tenant.field, tenant.brand, tenant.admin.email, tenant.reader.email];
  const path = Object.entries(call.path ?? {}).filter(([name]) => !row.chooses?.includes(name));
  const inPath = new Set(path.map(([, value]) => value));
  const words = wordsOf([call.path, call.query, call.body]);
  const others = wordsOf([same.path, same.query, same.body]);
  const pairs = words.flatMap((word, index): [string, string][] => {
    const other = others[index] ?? '';
    const isName = isId(word) || inPath.has(word) || known.includes(word) || word.startsWith('f.');
    return word !== other && isName ? [[word, other]] : [];
  });
  return [...new Map(pairs)];
}

function exchangedAll(call: Call, pairs: readonly [string, string][]): Call {
  return pairs.reduce((next, [from, to]) => exchanged(next, from, to), call);
}

function exchanged(call: Call, from: string, to: string): Call {
  const swap = (value: unknown): unknown => {
    if (typeof value === 'string') return value === from ? to : value;
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    if (Array.isArray(value)) return value.map(swap);
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name === from ? to : name, swap(inner)]),
    );
  };
  return { ...call, ...(swap({ path: call.path, query: call.query, body: call.body }) as Call) };
}

/**
 * An answer reduced to what must be the same for any target: without what was sent, and without values that
 * differ every time.
 */
function comparable(reply: Reply, words: readonly string[]): string {
  return without(textOf(reply), words)
    .replace(uuid, '{id}')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '{moment}')
    .replace(new RegExp(`(${ours.mark}|${theirs.mark})[ .x\\d]*`, 'g'), '{text}')
    .replace(/^(?:date|content-length|etag): .*\n/gm, '');
}

/** Query parameters that get nonsense: each that the operation knows on its own, and at once those that it refuses by their names. */
function parametersToSpoil(operation: AnyOperation, call: Call): string[][] {
  const usual = ['limit', 'offset', 'id', 'q', 'before'];
  const schema = operation.input?.query;
  const known = new Set([
    ...Object.keys(call.query ?? {}),
    ...(schema instanceof z.ZodObject ? Object.keys(schema.shape) : usual),
  ]);
  return [...[...known].map((name) => [name]), usual.filter((name) => !known.has(name))];
}

function expectWellFormed(reply: Reply): void {
  if (reply.status >= 500) throw new Error(`${reply.status} ${reply.bytes.toString()}`);
  if (reply.status < 400) return;
  const { error } = reply.body as { error: { code: keyof typeof statusOfCode; message: string } };
  expect(statusOfCode[error.code]).toBe(reply.status);
  expect(error.message.length).toBeGreaterThan(10);
}

it('every operation is called here and has a row with a correct call, and every row has an operation', () => {
  const named = operations.map(({ name }) => name);
  expect(marque.service.operations.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
  expect(named.filter((name) => !Object.hasOwn(goodCalls, name))).toEqual([]);
  expect(Object.keys(goodCalls).filter((name) => !named.includes(name))).toEqual([]);
});

it('every operation that deletes with write requires the ability to delete, or the one of what it changes', () => {
  // Ending a share or a connection deletes no content: callers who can create one can end it.
  const others = { delete_share: 'share', delete_brand_source: 'setup' } as Record<string, Ability>;
  const deleting = operations.filter(
    ({ name, access: { scope, scopeOn } }) => /^(delete|remove)_/.test(name) && scope === 'write' && !scopeOn,
  );
  expect(deleting.length).toBeGreaterThan(5);
  for (const operation of deleting)
    expect([operation.name, abilitiesOf(operation)]).toEqual([
      operation.name,
      expect.arrayContaining([others[operation.name] ?? 'delete']),
    ]);
});

it('writes to a tenant are recorded, so that nothing recorded means nothing written', async () => {
  const call = await goodCalls.create_collection!.good(ours);
  const made = await marque.call('POST', '/api/v1/collections', {
    as: callerOf(call, ours),
    body: call.body,
  });
  expect(made.status).toBe(201);
  expect(await tablesWritten(ours)).toContain('collections');
  expect(await tablesWritten(theirs)).not.toContain('collections');
});

/** The abilities that an operation needs besides its scope. */
function abilitiesOf(operation: AnyOperation): Ability[] {
  const own = operation.access.abilities ?? [];
  return [...own, ...(goodCalls[operation.name]?.abilities ?? [])];
}

const listed = operations.flatMap((operation): [string, AnyOperation, Row][] => {
  const row = goodCalls[operation.name];
  return row ? [[operation.name, operation, row]] : [];
});

describe.each(listed)('%s', (_name, operation, row) => {
  const needs: Scope | null =
    row.needs ??
    (operation.access.scope === 'any' || operation.access.scope === 'public' ? null : operation.access.scope);

  it('accepts a correct call, and reveals nothing about another tenant', async () => {
    const call = await row.good(ours);
    const reply = await send(operation, call, callerOf(call, ours));
    if (reply.status !== (row.status ?? operation.http.status ?? 200))
      throw new Error(`${reply.status} ${reply.bytes.toString().slice(0, 1000)}`);
    await expectNothingOf(theirs, reply, call);
  });

  it('reveals and changes nothing for callers outside the tenant', async () => {
    if (row.open) return;
    const foreigners: [string, Caller][] = [
      ['nobody', null],
      ['a stranger', { cookie: stranger.cookie }],
      ["another tenant's admin", theirs.as],
      ["another tenant's admin key", theirs.keys.admin],
    ];
    let attack: { own: Call; names: [string, string][] } | undefined;
    for (const [who, as] of foreigners) {
      // A call that names one of our resources in its path is refused, so the next one can send it again.
      if (!attack?.own.path || attack.names.length === 0) {
        const own = await row.good(theirs);
        attack = { own, names: await namesIn(own, row) };
      }
      const { own, names } = attack;
      // With their own texts, and our resources by id and name: a text of ours would be ours wherever they
      // put it.
      const call = exchangedAll(own, names);
      const before = await lastChangeOf(ours);
      const reply = await send(operation, call, as);
      expectWellFormed(reply);
      await expectNothingOf(ours, reply, call);
      expect([who, await lastChangeOf(ours)]).toEqual([who, before]);
      if (names.length === 0 || !call.path) continue;
      // A key is told what keys can never do, whatever it names.
      const isKey = as !== null && 'key' in as;
      const refused = reply.status === 403 && row.forPeople && isKey ? 403 : (row.missing ?? 404);
      const unsigned = as === null && operation.access.scope !== 'public';
      expect([who, reply.status]).toEqual([who, unsigned ? 401 : refused]);
      const unknown = names.map(([name, other]): [string, string] => [name, anotherLike(other)]);
      const twin = await send(operation, exchangedAll(own, unknown), as);
      const words = [...names.flat(), ...unknown.flat()];
      expect([who, comparable(reply, words)]).toEqual([who, comparable(twin, words)]);
    }
  });

  it('answers for another tenant’s resource as for a missing one, wherever it is named', async () => {
    if (row.open) return;
    const names = await namesIn(await row.good(theirs), row);
    for (let index = 0; index < names.length; index += 1) {
      const mine = await row.good(theirs);
      const [from = '', to = ''] = (await namesIn(mine, row))[index] ?? [];
      const as = callerOf(mine, theirs);
      const before = await lastChangeOf(ours);
      const foreign = exchanged(mine, from, to);
      const reply = await send(operation, foreign, as);
      expectWellFormed(reply);
      await expectNothingOf(ours, reply, foreign);
      expect(await lastChangeOf(ours)).toEqual(before);

      // The same call again, in full: the effect of the first one must not be what tells them apart.
      const again = await row.good(theirs);
      const [last = ''] = (await namesIn(again, row))[index] ?? [];
      const other = anotherLike(to);
      const twin = await send(operation, exchanged(again, last, other), as);
      const words = [to, other, ...wordsOf(mine), ...wordsOf(again)];
      expect(comparable(reply, words)).toBe(comparable(twin, words));
    }
  });

  it('lets no caller act in another workspace by naming it', async () => {
    if (row.open || operation.access.scope === 'public') return;
    const { workspaceId, organizationSlug, workspaceSlug } = ours.place;
    const call = await row.good(theirs);
    for (const [place, other] of [
      [workspaceId, randomUUID()],
      [`${organizationSlug}/${workspaceSlug}`, anotherLike(`${organizationSlug}/${workspaceSlug}`)],
    ] as const) {
      const before = await lastChangeOf(ours);
      const replies = [];
      for (const named of [place, other]) {
        const headers = { ...call.headers, 'x-workspace': named };
        replies.push(await send(operation, { ...call, headers }, callerOf(call, theirs)));
      }
      const [reply, twin] = replies as [Reply, Reply];
      expect(reply.status).toBe(404);
      expect(comparable(reply, [place])).toBe(comparable(twin, [other]));
      expect(await lastChangeOf(ours)).toEqual(before);
    }
  });

  it('is refused to callers of the tenant with too little access, and reveals nothing about others', async () => {
    if (row.open) return;
    const holders: [string, Caller, Scope | null][] = [
      ['a person with one narrow grant', ours.here(ours.narrow), null],
      ['a reader', ours.here(ours.reader), 'read'],
      ...scopes.map((scope): [string, Caller, Scope] => [`a key with ${scope}`, ours.keys[scope], scope]),
    ];
    let call: Call | undefined;
    for (const [who, as, held] of holders) {
      // A call that was refused has changed nothing, so the next one can send it again.
      call ??= await row.good(ours);
      const reply = await send(operation, call, as);
      expectWellFormed(reply);
      await expectNothingOf(theirs, reply, call);
      if (needs && held && rankOf(held) < rankOf(needs))
        expect([who, reply.status]).toEqual([who, reply.status === 404 ? 404 : 403]);
      if (reply.status < 400) call = undefined;
    }
  });

  it('is refused to credentials that have ended, whatever they could do before', async () => {
    const call = await row.good(ours);
    const before = await lastChangeOf(ours);
    for (const as of [ours.ended.expiredKey, ours.ended.revokedKey])
      expect((await send(operation, call, as)).status).toBe(401);
    if (operation.access.scope === 'public') return;
    expect((await send(operation, call, ours.ended.session)).status).toBe(401);
    expect(await lastChangeOf(ours)).toBe(before);
  });

  it('is refused to writers without an ability it needs, and changes nothing', async () => {
    for (const ability of abilitiesOf(operation)) {
      const call = await row.good(ours);
      const writer = ours.here(await ours.writerWithout(ability));
      const before = await lastChangeOf(ours);
      const reply = await send(operation, call, writer);
      expect([ability, reply.status, reply.body?.error?.code]).toEqual([ability, 403, 'forbidden']);
      expect(reply.body.error.detail).toEqual({ needs: ability });
      expect(await lastChangeOf(ours)).toEqual(before);
    }
  });

  it('answers nonsense with an error that says what is wrong, never with a server error', async () => {
    const call = await row.good(ours);
    const as = callerOf(call, ours);
    for (const name of Object.keys(call.path ?? {})) {
      for (const value of nonsenseText.filter((one) => one !== ''))
        expectWellFormed(await send(operation, { ...call, path: { ...call.path, [name]: value } }, as));
    }
    for (const raw of ['%', '%ff', '%2e%2e%2f', '%00'])
      expectWellFormed(
        await marque.call(methodOf(operation), pathOf(operation).replace(/\{\w+\}/g, raw), { as }),
      );
    for (const names of parametersToSpoil(operation, call)) {
      for (const value of nonsenseText) {
        const query = Object.fromEntries(names.map((name) => [name, value.slice(0, 12_000 / names.length)]));
        expectWellFormed(await send(operation, { ...call, query: { ...call.query, ...query } }, as));
      }
    }
    if (methodOf(operation) === 'GET' || ArrayBuffer.isView(call.body)) return;
    const headers = { 'content-type': 'application/json' };
    for (const body of nonsenseBodies) {
      const reply = await send(operation, { ...call, headers, body }, as);
      expectWellFormed(reply);
      if (operation.input?.body && body !== '')
        expect([body.slice(0, 9), reply.status]).toEqual([body.slice(0, 9), 400]);
    }
    for (const body of spoilt(call.body ?? {})) {
      expectWellFormed(await send(operation, { ...call, body }, as));
    }
  });
});
