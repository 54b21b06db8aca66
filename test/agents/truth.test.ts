// An agent is told the truth: which argument it meant, what the maximum is, what changed since it read, and that its work stopped.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { toolboxOf } from '../../plugins/agents/tools.ts';
import type { RequestFacts } from '../../src/core/operation.ts';
import { makeAsset, makePicture } from '../assets/library.ts';
import { makeDefaultBrand } from '../brands/brand.ts';
import { callsAs } from '../setup/callers.ts';
import { until } from '../setup/children.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { connect, type Agent } from './client.ts';

const pictures = new Map([
  ['/newer.png', await makePicture()],
  ['/older.png', await makePicture()],
  ['/other.png', await makePicture()],
]);
/** A server that has a few pictures, and begins an answer that it never ends for everything else. */
const endless = http.createServer(({ url = '' }, response) => {
  response.setHeader('content-type', 'image/png');
  const picture = pictures.get(url);
  if (picture) {
    response.end(picture);
    return;
  }
  begun += 1;
  response.write(Buffer.from('89504e470d0a1a0a', 'hex'));
  response.on('close', () => (ended += 1));
});
let begun = 0;
let ended = 0;
await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${(endless.address() as AddressInfo).port}`;

const { marque, place, writer, asEditor } = await startWithWorkspace({ FETCH_ALLOW: host });
let agent: Agent;

beforeAll(async () => {
  await makeDefaultBrand(marque, place);
  agent = await connect(marque.url, writer.key);
});
afterAll(async () => {
  await agent.close();
  await marque.close();
  endless.closeAllConnections();
  endless.close();
});

const tools = [...toolboxOf(marque.service).byName.values()].map(({ tool }) => tool);
const propertiesOf = ({ inputSchema }: (typeof tools)[number]) =>
  (inputSchema.properties ?? {}) as Record<string, { maximum?: number }>;

describe('an argument', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))(
    'of %s that does not exist is refused with the one that was meant',
    async (name, tool) => {
      const [first] = Object.keys(propertiesOf(tool)).filter((one) => one.length > 3);
      const { code, message } = await agent.refused(name, { [`${first ?? 'argument'}_`]: 'x' });
      expect([name, code]).toEqual([name, 'invalid_request']);
      expect(message).toMatch(first === undefined ? /There are none\.|Use one of: / : `"${first}"`);
    },
  );

  const limited = tools.flatMap((tool) => {
    const { maximum } = propertiesOf(tool).limit ?? {};
    return maximum === undefined ? [] : [[tool.name, maximum, tool] as const];
  });

  it.each(limited)('limit of %s has a maximum, %i, which an error says', async (name, maximum) => {
    const needed =
      name === 'list_comments' ? { asset: ((await makeAsset(marque, writer)) as { id: string }).id } : {};
    const { message } = await agent.refused(name, { ...needed, limit: maximum + 1 });
    expect([name, message]).toEqual([name, expect.stringContaining(String(maximum))]);
  });

  it('is described without a route of the API', () => {
    expect(limited.length).toBeGreaterThan(2);
    for (const tool of tools) {
      const { description, inputSchema, title } = tool;
      expect([tool.name, JSON.stringify({ description, inputSchema, title })]).toEqual([
        tool.name,
        expect.not.stringMatching(/\b(?:GET|POST|PUT|PATCH|DELETE) \/|\/api\/v1/),
      ]);
    }
  });
});

describe('a write of what was read before', () => {
  const editor = callsAs(marque, asEditor);
  const section = { id: 'one', template: 'text', body: 'First' };

  it('is refused when it is stale, with what changed and by whom, and changes nothing', async () => {
    const brand = 'acme';
    await editor.done('PATCH', '/brand/rules', {
      set: [{ key: 'color.ink', type: 'color', value: '#111111' }],
    });
    await editor.done('PUT', '/brands/acme/pages/start', { title: 'Start', sections: [section] });
    const versions = {
      rules: (await agent.done('brand_rules', { brand })).version as string,
      page: (await agent.done('get_page', { brand, page: 'start' })).data.version as string,
      theme: (await agent.done('get_theme', { brand })).data.version as string,
    };
    const writes = [
      ['set_rules', { set: [{ key: 'color.ink', value: '#222222' }] }, versions.rules, ['color.ink']],
      ['save_page', { page: 'start', title: 'Mine', sections: [] }, versions.page, ['start']],
      ['edit_page', { page: 'start', ops: [{ op: 'remove', id: 'one' }] }, versions.page, ['start']],
      ['set_theme', { radius: 3 }, versions.theme, ['radius']],
    ] as const;
    for (const version of Object.values(versions)) expect(version).toMatch(/./);
    await editor.done('PATCH', '/brand/rules', { set: [{ key: 'color.ink', value: '#333333' }] });
    await editor.done('PUT', '/brands/acme/pages/start', { title: 'Theirs', sections: [section] });
    await editor.done('PATCH', '/brands/acme/theme', { radius: 12 });
    for (const [tool, args, expected, changed] of writes) {
      const { code, message, detail } = await agent.refused(tool, { brand, ...args, expected });
      const { changed: told, current } = detail as { changed: Record<string, string[]>; current: string };
      expect([tool, code, message]).toEqual([tool, 'conflict', expect.stringContaining('Edda Editor')]);
      expect([tool, Object.values(told).flat()]).toEqual([tool, expect.arrayContaining([...changed])]);
      expect(current).not.toBe(expected);
    }
    expect((await agent.done('brand_rules', { brand })).data).toMatchObject([{ value: '#333333' }]);
    expect((await agent.done('get_page', { brand, page: 'start' })).data.markdown).toContain('# Theirs');
    const [tool, args] = writes[0];
    const { version } = await agent.done('brand_rules', { brand });
    await agent.done(tool, { brand, ...args, expected: version });
  });
});

/** The requests that an operation gets from now on, how often it ran, and a gate that each waits at first. */
function gated(name: string) {
  const operation = marque.service.operations.find((one) => one.name === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  const [prepare, run] = [operation.prepare?.bind(operation), operation.run.bind(operation)];
  const seen = { requests: [] as RequestFacts[], runs: 0 };
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  operation.prepare = async (context, input) => {
    seen.requests.push(context.request);
    await gate;
    return prepare?.(context, input);
  };
  operation.run = async (...given) => {
    seen.runs += 1;
    return run(...given);
  };
  const restore = (): void => {
    operation.run = run;
    if (prepare) operation.prepare = prepare;
    else delete operation.prepare;
  };
  return { seen, open, restore };
}

const protocols = { newer: '2026-07-28', older: '2025-11-25' } as const;

/** Calls a tool on a connection that the test closes. */
function calling(protocol: keyof typeof protocols, name: string, given: Record<string, unknown>) {
  const version = protocols[protocol];
  const isNewer = protocol === 'newer';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'hasty', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name, arguments: given, ...(isNewer ? { _meta } : {}) };
  const closing = new AbortController();
  const isClosed = fetch(new URL('/api/v1/mcp', marque.url), {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    headers: {
      authorization: `Bearer ${writer.key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': version,
      ...(isNewer ? { 'mcp-method': 'tools/call', 'mcp-name': name } : {}),
    },
    signal: closing.signal,
  }).then(
    () => false,
    () => true,
  );
  return async (): Promise<void> => {
    closing.abort();
    expect(await isClosed).toBe(true);
  };
}

describe('disconnecting', () => {
  it('stops the work, in the newer protocol', async () => {
    const client = new Client(
      { name: 'hasty', version: '1' },
      { versionNegotiation: { mode: { pin: protocols.newer } } },
    );
    const requestInit = { headers: { authorization: `Bearer ${writer.key}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/api/v1/mcp', marque.url), { requestInit }),
    );
    const hangUp = new AbortController();
    const call = client.callTool(
      { name: 'ingest_asset', arguments: { url: `http://${host}/never.png` } },
      { signal: hangUp.signal },
    );
    const failed = expect(call).rejects.toThrow();
    await until(() => Promise.resolve(begun === 1));
    expect(ended).toBe(0);
    const hungUpAt = performance.now();
    hangUp.abort();
    await failed;
    await until(() => Promise.resolve(ended === 1));
    // The fetch's own time limit is 30 seconds.
    expect(performance.now() - hungUpAt).toBeLessThan(5_000);
    expect((await agent.done('search_assets', { q: 'never' })).total).toBe(0);
    await client.close();
  });

  it.each(['newer', 'older'] as const)(
    'stops what reads before its next step, in the %s protocol',
    async (protocol) => {
      const assets = [
        ((await makeAsset(marque, writer)) as { id: string }).id,
        ((await makeAsset(marque, writer)) as { id: string }).id,
      ];
      const { seen, open, restore } = gated('get_asset_content_rendition');
      try {
        const hangUp = calling(protocol, 'view_assets', { assets });
        await until(() => Promise.resolve(seen.requests.length === 1));
        await hangUp();
        await until(() => Promise.resolve(seen.requests[0]?.signal.aborted ?? false));
        open();
        const other = await agent.done('view_assets', { assets });
        expect(other.results).toMatchObject([{ image: 1 }, { image: 2 }]);
        // Both are those of the other caller, who stayed.
        expect(seen.runs).toBe(2);
      } finally {
        restore();
      }
    },
  );

  it.each([
    ['newer', 0],
    ['older', 1],
  ] as const)('before a write begins, leaves in the %s protocol %i new assets', async (protocol, more) => {
    const { seen, open, restore } = gated('create_asset');
    try {
      const hangUp = calling(protocol, 'ingest_asset', { url: `http://${host}/${protocol}.png` });
      await until(() => Promise.resolve(seen.requests.length === 1));
      await hangUp();
      await until(() => Promise.resolve(seen.requests[0]?.signal.aborted ?? false));
      open();
      if (more === 1) await until(() => Promise.resolve(seen.runs === 1));
      await agent.done('ingest_asset', { url: `http://${host}/other.png` });
      expect(seen.runs).toBe(1 + more);
      await until(async () => (await agent.done('search_assets', { q: protocol })).total === more);
    } finally {
      restore();
    }
  });

  it.each([
    ['newer', 1],
    ['older', 2],
  ] as const)(
    'between the items of a call, leaves in the %s protocol %i of two written',
    async (protocol, done) => {
      const assets = [
        ((await makeAsset(marque, writer)) as { id: string }).id,
        ((await makeAsset(marque, writer)) as { id: string }).id,
      ];
      const { seen, open, restore } = gated('propose_changes');
      open();
      try {
        const operation = marque.service.operations.find(({ name }) => name === 'propose_changes');
        if (!operation) throw new Error('There is no propose_changes.');
        const counted = operation.run.bind(operation);
        let goOn = (): void => undefined;
        const held = new Promise<void>((resolve) => (goOn = resolve));
        let asked = 0;
        let ended = false;
        operation.run = (context, ...given) => {
          const accessTo: typeof context.accessTo = async (target) => {
            asked += 1;
            if (asked === 1) await held;
            return context.accessTo(target);
          };
          const slow = Object.create(context, { accessTo: { value: accessTo } }) as typeof context;
          return counted(slow, ...given).finally(() => (ended = true));
        };
        const items = assets.map((asset) => ({ asset, changes: { title: 'Late' } }));
        const hangUp = calling(protocol, 'propose_changes', { items });
        await until(() => Promise.resolve(asked === 1));
        await hangUp();
        await until(() => Promise.resolve(seen.requests[0]?.signal.aborted ?? false));
        goOn();
        await until(() => Promise.resolve(ended));
        const waiting = await Promise.all(assets.map((target) => agent.done('my_proposals', { target })));
        expect(waiting.map(({ data }) => data.length)).toEqual(done === 1 ? [1, 0] : [1, 1]);
      } finally {
        restore();
      }
    },
  );

  it('does not stop a write that has begun', async () => {
    const { seen, open, restore } = gated('create_collection');
    open();
    try {
      const operation = marque.service.operations.find(({ name }) => name === 'create_collection');
      if (!operation) throw new Error('There is no create_collection.');
      const counted = operation.run.bind(operation);
      let goOn = (): void => undefined;
      const held = new Promise<void>((resolve) => (goOn = resolve));
      operation.run = async (...given) => {
        const made = await counted(...given);
        await held;
        return made;
      };
      const hangUp = calling('newer', 'create_collection', { name: 'Begun' });
      await until(() => Promise.resolve(seen.runs === 1));
      await hangUp();
      await until(() => Promise.resolve(seen.requests[0]?.cancel?.aborted ?? false));
      goOn();
      const named = async (): Promise<boolean> => {
        const { data } = (await agent.done('list_collections')) as { data: { name: string }[] };
        return data.some(({ name }) => name === 'Begun');
      };
      await until(named);
    } finally {
      restore();
    }
  });
});
