// Both generations of the protocol at one address: the newer SDK's own client speaks each.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { until } from '../setup/children.ts';
import { agent, files, marque, place, scout, writer } from './workspace.ts';

const modern = '2026-07-28';
const accept = 'application/json, text/event-stream';

async function connectWith(mode: 'legacy' | 'auto' | { pin: string }, key = writer.key): Promise<Client> {
  const client = new Client({ name: 'test agent', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/api/v1/mcp', marque.url), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  );
  return client;
}

let newer: Client;
let older: Client;

beforeAll(async () => {
  newer = await connectWith({ pin: modern });
  older = await connectWith('legacy');
});

afterAll(async () => {
  await newer.close();
  await older.close();
  await agent.close();
  await marque.close();
  files.close();
});

/** A message of the newer protocol, which says in each request who asks. */
const message = (method: string, params: Record<string, unknown> = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method,
  params: {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': modern,
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});

/** Sends a message with the headers that repeat what is in it. */
function post(body: ReturnType<typeof message>, headers: Record<string, string> = {}, key = writer.key) {
  const { name, uri } = body.params as { name?: string; uri?: string };
  const repeated = name ?? uri;
  return marque.call('POST', '/api/v1/mcp', {
    as: key === '' ? null : { key },
    body,
    headers: {
      accept,
      'mcp-protocol-version': modern,
      'mcp-method': body.method,
      ...(repeated === undefined ? {} : { 'mcp-name': repeated }),
      ...headers,
    },
  });
}

it('is negotiated: a client that knows both gets the newer one', async () => {
  const both = await connectWith('auto');
  expect(both.getNegotiatedProtocolVersion()).toBe(modern);
  expect(older.getNegotiatedProtocolVersion()).toBe('2025-11-25');
  await both.close();
});

describe('what a client gets', () => {
  it('is the same, list by list', async () => {
    // Only the older one says here which tools run as a task.
    const listsOf = async (client: Client) => [
      (await client.listTools()).tools.map((tool) => ({ ...tool, execution: undefined })),
      (await client.listResources()).resources,
      (await client.listResourceTemplates()).resourceTemplates,
      (await client.listPrompts()).prompts,
      client.getInstructions(),
    ];
    const lists = await listsOf(newer);
    expect(lists).toEqual(await listsOf(older));
    expect((lists[0] as unknown[]).length).toBeGreaterThan(30);
  });

  it('is the same, call by call, refusals included', async () => {
    const { id } = await makeAsset(marque, writer);
    for (const [name, args] of [
      ['search_assets', {}],
      ['describe_asset', { asset: id }],
      ['check_use', { asset: id, channel: 'web' }],
      ['brand_rules', {}],
      ['whoami', {}],
      ['describe_asset', { asset: 'none' }],
      ['describe_asset', {}],
      ['view_assets', { assets: [id] }],
    ] as const) {
      const { content, isError } = await newer.callTool({ name, arguments: args });
      expect([name, content, isError ?? false]).toEqual([
        name,
        ...(await older
          .callTool({ name, arguments: args })
          .then((one) => [one.content, one.isError ?? false])),
      ]);
    }
  });

  it('is the same from resources, prompts and completions', async () => {
    const { id } = await makeAsset(marque, writer);
    for (const [uri, count] of [
      ['marque://brands/acme/rules', 1],
      [`marque://assets/${id}`, 2],
    ] as const) {
      const { contents } = await newer.readResource({ uri });
      expect(contents).toEqual((await older.readResource({ uri })).contents);
      expect(contents).toHaveLength(count);
    }
    const prompt = { name: 'use_the_brand', arguments: { brand: 'acme' } };
    expect((await newer.getPrompt(prompt)).messages).toEqual((await older.getPrompt(prompt)).messages);
    const asked = {
      ref: { type: 'ref/prompt' as const, name: 'use_the_brand' },
      argument: { name: 'brand', value: 'a' },
    };
    expect((await newer.complete(asked)).completion).toEqual((await older.complete(asked)).completion);
  });
});

describe('a request of the newer protocol', () => {
  it('needs nothing before it, and says what the server is', async () => {
    const { status, body } = await post(message('server/discover'));
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      supportedVersions: [modern],
      capabilities: {
        tools: {},
        resources: { subscribe: true, listChanged: true },
        prompts: {},
        completions: {},
      },
      instructions: expect.stringContaining('check_use'),
    });
    expect((await post(message('tools/call', { name: 'whoami', arguments: {} }))).body.result).toMatchObject({
      resultType: 'complete',
      content: [{ type: 'text' }],
    });
  });

  it('is answered 401 without a valid key, and with where to get one', async () => {
    for (const key of ['', 'mq_nonsense']) {
      const reply = await post(message('tools/list'), {}, key);
      expect(reply.status).toBe(401);
      expect(reply.headers.get('www-authenticate')).toContain('resource_metadata=');
    }
    const { id, key } = await marque.makeKey(place, 'read');
    expect((await post(message('tools/list'), {}, key)).status).toBe(200);
    await marque.service.db.query('delete from keys where id = $1', [id]);
    expect((await post(message('tools/list'), {}, key)).status).toBe(401);
  });

  it('is refused with the versions there are, and if its headers say something else', async () => {
    const future = message('tools/list');
    future.params._meta['io.modelcontextprotocol/protocolVersion'] = '2199-01-01';
    const unknown = await post(future, { 'mcp-protocol-version': '2199-01-01' });
    expect([unknown.status, unknown.body.error.data.supported]).toEqual([400, [modern]]);
    const other = await post(message('tools/list'), { 'mcp-method': 'tools/call' });
    expect([other.status, other.body.error.code]).toEqual([400, -32020]);
  });

  it("is refused with the protocol's codes, and in words that a person would use", async () => {
    const codeOf = async (method: string, params: Record<string, unknown> = {}): Promise<unknown[]> => {
      const { error } = (await post(message(method, params))).body;
      return [error.code, error.message];
    };
    expect(await codeOf('no/such')).toEqual([-32601, 'Method not found']);
    expect((await post(message('no/such'))).status).toBe(404);
    expect((await post(message('resources/read', { uri: 'marque://assets/x' }))).status).toBe(200);
    expect(await codeOf('resources/read', { uri: 'marque://assets/x' })).toEqual([
      -32602,
      "Resource not found, or you don't have access.",
    ]);
    const [code, text] = await codeOf('tools/call', { name: 'search_asset' });
    expect([code, text]).toEqual([-32602, expect.stringContaining('Did you mean "search_assets"?')]);
  });
});

it('a body that is no message of JSON-RPC is refused as one, in both', async () => {
  const send = (body: unknown) =>
    marque.call('POST', '/api/v1/mcp', { as: writer, body, headers: { accept } });
  for (const body of [{ hello: 1 }, [], [1], { jsonrpc: '1.0', id: 1, method: 'ping' }]) {
    const reply = await send(body);
    expect([body, reply.status, reply.body.error.code]).toEqual([body, 400, -32600]);
  }
  const wrong = [
    ['tools/call', { arguments: {} }, 'name'],
    ['tools/call', { name: 'whoami', arguments: 7 }, 'arguments'],
    ['prompts/get', { name: 'use_the_brand', arguments: { brand: 7 } }, 'arguments.brand'],
    ['completion/complete', { ref: { type: 'ref/nothing' } }, 'ref.type'],
    ['tools/list', { cursor: 'x' }, 'cursor'],
  ] as const;
  for (const [method, params, at] of wrong)
    for (const { error } of [
      (await send({ jsonrpc: '2.0', id: 1, method, params })).body,
      (await post(message(method, { ...params }))).body,
    ]) {
      expect([method, error.code]).toEqual([method, -32602]);
      expect(error.message).toContain(`${at}: `);
      expect(error.message).not.toMatch(/[{[]"?code/);
    }
});

describe('a subscription', () => {
  const rules = 'marque://brands/acme/rules';
  const updatesOf = async (key: string, uris: string[]) => {
    const client = await connectWith({ pin: modern }, key);
    const heard: string[] = [];
    client.setNotificationHandler(
      'notifications/resources/updated',
      ({ params }) => void heard.push(params.uri),
    );
    client.setNotificationHandler('notifications/resources/list_changed', () => void heard.push('list'));
    const subscription = await client.listen({ resourceSubscriptions: uris, resourcesListChanged: true });
    return { client, heard, subscription };
  };

  it('tells of changes to the brands and assets it names, to those who can read them', async () => {
    const { id } = await makeAsset(marque, writer);
    const asset = `marque://assets/${id}`;
    const { client, heard } = await updatesOf(scout.key, [rules, asset, 'marque://brands/other/rules']);
    const calls = callsAs(marque, writer);
    await calls.done('PATCH', `/assets/${id}`, { title: 'Renamed' });
    await until(() => Promise.resolve(heard.includes(asset)));
    await calls.done('PUT', '/brands/acme/pages/news', { title: 'News', sections: [] });
    await until(() => Promise.resolve(heard.includes(rules) && heard.includes('list')));
    expect(heard).not.toContain('marque://brands/other/rules');

    const elsewhere = await marque.makePlace();
    const other = await marque.makeKey(elsewhere, 'write');
    const stranger = await updatesOf(other.key, [rules, asset]);
    await calls.done('PATCH', `/assets/${id}`, { title: 'Renamed again' });
    await callsAs(marque, other).done('POST', '/brands', { name: 'Other', slug: 'other' });
    await until(() => Promise.resolve(stranger.heard.includes('list')));
    expect(stranger.heard).not.toContain(asset);
    await stranger.client.close();
    await client.close();
  });

  it('ends when the key is revoked', async () => {
    const { id, key } = await marque.makeKey(place, 'read');
    const { client, subscription } = await updatesOf(key, [rules]);
    await marque.service.db.query('delete from keys where id = $1', [id]);
    await callsAs(marque, writer).done('PUT', '/brands/acme/pages/more', { title: 'More', sections: [] });
    expect(await subscription.closed).toBeDefined();
    await client.close();
  });
});
