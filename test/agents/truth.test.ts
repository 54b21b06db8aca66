// An agent is told the truth: which argument it meant, what the maximum is, what changed since it read, and that its work stopped.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { toolboxOf } from '../../plugins/agents/tools.ts';
import { makeAsset } from '../assets/library.ts';
import { makeDefaultBrand } from '../brands/brand.ts';
import { callsAs } from '../setup/callers.ts';
import { until } from '../setup/children.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { connect, type Agent } from './client.ts';

/** A server that begins an answer and never ends it. */
const endless = http.createServer((_, response) => {
  begun += 1;
  response.setHeader('content-type', 'image/png').write(Buffer.from('89504e470d0a1a0a', 'hex'));
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

describe('hanging up', () => {
  it('stops the work, in the newer protocol', async () => {
    const client = new Client(
      { name: 'hasty', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
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
    hangUp.abort();
    await failed;
    await until(() => Promise.resolve(ended === 1));
    expect((await agent.done('search_assets', { q: 'never' })).total).toBe(0);
    await client.close();
  });
});
