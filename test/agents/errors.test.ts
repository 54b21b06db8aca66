// The errors agents get, in terms of their tools; and a tool call counts once against the rate limit.
import { describe, expect, it } from '@jest/globals';
import { makeAsset, sendBytes } from '../assets/library.ts';
import { makeDefaultBrand } from '../brands/brand.ts';
import { callsAs } from '../setup/callers.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { makeZip, site } from '../sites/zips.ts';
import { agentOfFile } from './agent-of-file.ts';
import { dataOf, textOf } from './client.ts';

const { marque, place, writer: writerKey } = await startWithWorkspace();
await makeDefaultBrand(marque, place);
const agent = await agentOfFile(marque, writerKey.key);

describe('an error', () => {
  it('names every missing argument', async () => {
    const one = await agent.refused('describe_asset');
    expect(one).toMatchObject({ code: 'invalid_request', detail: { issues: [{ path: 'asset' }] } });
    expect(one.message).toContain('Missing');
    const several = await agent.refused('get_page', {});
    const { issues } = several.detail as { issues: { path: string }[] };
    expect(issues.map(({ path }) => path)).toEqual(['brand', 'page']);
    expect((await agent.refused('describe_asset', { id: 'nothing' })).code).toBe('not_found');
  });

  it('names tools, never a REST route', async () => {
    const { body } = await callsAs(marque, writerKey).done('POST', '/sites', { name: 'Guide' });
    const wrong: [string, Record<string, unknown>][] = [
      ['search_assets', { 'f.nothing': 'x' }],
      ['search_assets', { collection: 'nothing' }],
      ['finish_upload', { token: 'nothing' }],
      ['get_page', { slug: 'acme', page: 'nothing' }],
      ['brand_rules', { brand: 'nothing' }],
      ['deploy_site', { id: body.data.id, token: 'nothing' }],
      ['save_page', { slug: 'acme', page: 'x', title: 'X', sections: [{ template: 'nothing' }] }],
      ['propose_fields', { id: '00000000-0000-4000-8000-000000000000', fields: { nothing: 'x' } }],
    ];
    for (const [tool, args] of wrong) {
      const text = JSON.stringify(await agent.refused(tool, args));
      expect([tool, /\b(?:GET|POST|PUT|PATCH|DELETE) |\/api\/v1/.test(text)]).toEqual([tool, false]);
    }
    const page = await agent.refused('get_page', { slug: 'acme', page: 'nothing' });
    expect(page.message).toContain('`list_pages`');
  });
});

describe('an argument that is an object', () => {
  it('is listed as one, does what it says, and is refused with the name that was meant', async () => {
    const { tools } = await agent.client.listTools();
    const { properties = {} } = tools.find(({ name }) => name === 'search_assets')?.inputSchema ?? {};
    expect(properties.usableFor).toMatchObject({
      type: 'object',
      properties: { channel: { type: 'string' }, territory: {}, date: { format: 'date' } },
    });
    const channels = ['print'];
    const printed = await makeAsset(marque, writerKey, { tags: ['usable'], rights: { channels } });
    const free = await makeAsset(marque, writerKey, { tags: ['usable'] });
    const found = async (usableFor: object) => {
      const { data } = await agent.done('search_assets', { tag: 'usable', usableFor });
      return (data as { id: string }[]).map(({ id }) => id);
    };
    expect(await found({ channel: 'web', territory: 'Korea, Republic of' })).toEqual([free.id]);
    expect(await found({ channel: 'Print', date: '2027-03-01' })).toEqual([free.id, printed.id]);
    const { code, message } = await agent.refused('search_assets', { usableFor: { chanel: 'web' } });
    expect([code, message]).toEqual(['invalid_request', expect.stringContaining('"channel"')]);
    expect((await agent.refused('search_assets', { usableFor: {} })).message).toContain('territory');
  });
});

describe('deploy_site', () => {
  const deploy = async (zip: Buffer) => {
    const { body } = await callsAs(marque, writerKey).done('POST', '/sites', { name: 'Docs', kind: 'docs' });
    const about = { filename: 'site.zip', mime: 'application/zip' };
    const { token } = await sendBytes(marque, writerKey, zip, about);
    return {
      site: body.data,
      result: await agent.call('deploy_site', { id: body.data.id, token, path: '/v2' }),
    };
  };

  it('returns the address where the build is live', async () => {
    const { site: made, result } = await deploy(site());
    expect(result.isError ?? false).toBe(false);
    expect(dataOf(result)).toMatchObject({ data: { state: 'live' }, url: `${made.url}/v2` });
  });

  it('fails with the reason if the build fails', async () => {
    const { result } = await deploy(makeZip([{ name: 'readme.txt', content: 'No index' }]));
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining('index.html')]);
    expect(dataOf(result)).toMatchObject({
      error: { code: 'invalid', detail: { deployment: { state: 'failed' } } },
    });
  });
});

describe('text that people wrote', () => {
  it('arrives unchanged, even if it contains an id', async () => {
    const uuid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
    await callsAs(marque, writerKey).done('PATCH', '/brand/rules', {
      set: [{ key: 'voice.tone', type: 'text', value: `Ticket "${uuid}" says: {"tools":"${uuid}"}` }],
    });
    const { data } = await agent.done('brand_rules', { brand: 'acme' });
    expect(data[0].value).toBe(`Ticket "${uuid}" says: {"tools":"${uuid}"}`);
  });
});

describe('the rate limit', () => {
  const limit = 30;
  const headers = { accept: 'application/json, text/event-stream' };
  const message = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'whoami', arguments: {} },
  });
  const counted = async (id: string): Promise<number> => {
    const [row] = await marque.service.db.query<{ taken: number }>(
      'select taken::int as taken from marque.requests where caller = $1',
      [`key:${id}`],
    );
    return row?.taken ?? 0;
  };
  const throughWith = async (send: (as: { key: string }) => Promise<number>): Promise<number> => {
    marque.service.env.rateLimit = limit;
    const key = await marque.makeKey(place, 'read');
    let through = 0;
    while (through <= limit && (await send(key)) === 200) through += 1;
    expect(await counted(key.id)).toBe(limit);
    marque.service.env.rateLimit = 6000;
    return through;
  };

  it('counts a tool call once', async () => {
    const through = await throughWith(async (as) => {
      const reply = await marque.call('POST', '/api/v1/mcp', { as, headers, body: message(1) });
      return reply.status;
    });
    expect(through).toBe(limit);
  });

  it('counts a resource once, even if several operations answer it', async () => {
    const through = await throughWith(async (as) => {
      const body = { jsonrpc: '2.0', id: 1, method: 'resources/list' };
      return (await marque.call('POST', '/api/v1/mcp', { as, headers, body })).status;
    });
    expect(through).toBe(limit);
  });

  it('counts every call of a batch', async () => {
    const through = await throughWith(async (as) => {
      const reply = await marque.call('POST', '/api/v1/mcp', {
        as,
        headers: { ...headers, 'mcp-protocol-version': '2025-03-26' },
        body: [message(1), message(2), message(3)],
      });
      return reply.status;
    });
    expect(through).toBe(limit / 3);
  });
});
