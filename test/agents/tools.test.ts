// The tools of an agent: each follows the convention, and behaves like its operation, errors included.
import { afterAll, describe, expect, it } from '@jest/globals';
import { isListed, toolboxOf } from '../../plugins/agents/tools.ts';
import { makeAsset, makePicture, sendBytes } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { site } from '../sites/zips.ts';
import { connect, dataOf, textOf } from './client.ts';
import { files, marque, reader, scout, writer, agent, id, page } from './workspace.ts';

afterAll(async () => {
  await agent.close();
  await marque.close();
  files.close();
});

const slug = 'acme';

async function uploaded(as: { key: string }, bytes: Buffer, about: { filename: string; mime: string }) {
  const { token } = await sendBytes(marque, as, bytes, about);
  return token;
}

/** The promised tools in order, each with its scope and arguments. */
const promised: {
  name: string;
  scope: 'read' | 'propose' | 'write';
  args: () => Record<string, unknown> | Promise<Record<string, unknown>>;
}[] = [
  { name: 'search_assets', scope: 'read', args: () => ({ q: 'logo' }) },
  { name: 'view_assets', scope: 'read', args: async () => ({ assets: [await id()] }) },
  { name: 'describe_asset', scope: 'read', args: async () => ({ asset: await id() }) },
  { name: 'find_similar', scope: 'read', args: () => ({}) },
  { name: 'check_use', scope: 'read', args: async () => ({ asset: await id(), channel: 'web' }) },
  { name: 'rendition_url', scope: 'read', args: async () => ({ id: await id(), w: 20, f: 'webp' }) },
  { name: 'list_brands', scope: 'read', args: () => ({}) },
  { name: 'brand_rules', scope: 'read', args: () => ({ brand: slug }) },
  { name: 'list_pages', scope: 'read', args: () => ({ slug }) },
  { name: 'get_page', scope: 'read', args: () => ({ slug, page }) },
  { name: 'brand_updates', scope: 'read', args: () => ({ slug }) },
  { name: 'export_tokens', scope: 'read', args: () => ({ format: 'css' }) },
  {
    name: 'check_contrast',
    scope: 'read',
    args: () => ({ color: 'color.primary', background: '#fff' }),
  },
  { name: 'list_templates', scope: 'read', args: () => ({}) },
  { name: 'get_theme', scope: 'read', args: () => ({ slug }) },
  { name: 'brand_status', scope: 'read', args: () => ({ slug }) },
  { name: 'list_fields', scope: 'read', args: () => ({}) },
  { name: 'list_collections', scope: 'read', args: () => ({}) },
  { name: 'recent_activity', scope: 'read', args: () => ({ kind: 'asset' }) },
  { name: 'access_report', scope: 'read', args: async () => ({ ref: await id() }) },
  { name: 'whoami', scope: 'read', args: () => ({}) },
  { name: 'ingest_asset', scope: 'propose', args: () => ({ url: `${files.url}/picture.png` }) },
  {
    name: 'create_upload',
    scope: 'propose',
    args: () => ({ filename: 'a.png', mime: 'image/png', size: 3 }),
  },
  {
    name: 'finish_upload',
    scope: 'propose',
    args: async () => {
      const about = { filename: 'own.png', mime: 'image/png' };
      return { token: await uploaded(scout, await makePicture(), about), origin: 'generated' };
    },
  },
  {
    name: 'propose_changes',
    scope: 'propose',
    args: async () => ({ items: [{ asset: await id(), changes: { title: 'Harbour at dawn' } }] }),
  },
  { name: 'propose_tags', scope: 'propose', args: async () => ({ id: await id(), tags: ['harbour'] }) },
  { name: 'propose_fields', scope: 'propose', args: async () => ({ id: await id(), fields: {} }) },
  {
    name: 'propose_rules',
    scope: 'propose',
    args: () => ({ set: [{ key: 'color.primary', value: '#445566' }], note: 'Calmer' }),
  },
  {
    name: 'propose_page',
    scope: 'propose',
    args: () => ({ slug, page, ops: [{ op: 'page', set: { title: 'Colors' } }] }),
  },
  {
    name: 'propose_collection',
    scope: 'propose',
    args: async () => ({ name: 'Harbours', assets: [await id()] }),
  },
  { name: 'propose_share', scope: 'propose', args: async () => ({ kind: 'view', asset: await id() }) },
  { name: 'list_comments', scope: 'read', args: async () => ({ id: await id() }) },
  {
    name: 'comment',
    scope: 'propose',
    args: async () => ({ id: await id(), body: 'Crop this.', anchor: { rect: [0.1, 0.1, 0.5, 0.5] } }),
  },
  { name: 'comment_on_page', scope: 'propose', args: () => ({ slug, page, body: 'Is this still so?' }) },
  {
    name: 'resolve_comment',
    scope: 'propose',
    args: async () => {
      const { data } = await agent.done('comment', { id: await id(), body: 'Crop this.' });
      return { id: data.id };
    },
  },
  { name: 'my_proposals', scope: 'propose', args: () => ({}) },
  {
    name: 'withdraw_proposals',
    scope: 'propose',
    args: async () => ({ proposals: [await waitingProposal()] }),
  },
  {
    name: 'update_assets',
    scope: 'write',
    args: async () => ({ assets: [await id()], addTags: ['harbour'], changes: { title: 'Quay' } }),
  },
  { name: 'create_collection', scope: 'write', args: () => ({ name: 'Harbours' }) },
  {
    name: 'change_collection',
    scope: 'write',
    args: async () => {
      const { body } = await callsAs(marque, writer).done('POST', '/collections', { name: 'Boats' });
      return { collection: body.data.id, add: [await id()] };
    },
  },
  { name: 'set_rules', scope: 'write', args: () => ({ set: [{ key: 'color.primary', value: '#112233' }] }) },
  {
    name: 'save_page',
    scope: 'write',
    args: () => ({
      slug,
      page,
      title: 'Color',
      sections: [{ template: 'palette', keys: ['color.primary'] }],
    }),
  },
  {
    name: 'edit_page',
    scope: 'write',
    args: () => ({ slug, page, ops: [{ op: 'page', set: { title: 'Color' } }] }),
  },
  {
    name: 'delete_page',
    scope: 'write',
    args: async () => {
      await callsAs(marque, writer).done('PUT', '/brands/acme/pages/old', { title: 'Old', sections: [] });
      return { brand: slug, page: 'old' };
    },
  },
  { name: 'set_theme', scope: 'write', args: () => ({ slug, accent: 'color.primary' }) },
  { name: 'publish_brand', scope: 'write', args: () => ({ slug, note: 'First' }) },
  { name: 'review_queue', scope: 'write', args: () => ({}) },
  {
    name: 'review_proposal',
    scope: 'write',
    args: async () => ({ id: await waitingProposal(), decision: 'accept' }),
  },
  {
    name: 'review_proposals',
    scope: 'write',
    args: async () => ({ proposals: [await waitingProposal()], decision: 'accept' }),
  },
  { name: 'create_site', scope: 'write', args: () => ({ name: 'Press' }) },
  {
    name: 'deploy_site',
    scope: 'write',
    args: async () => {
      const about = { filename: 'site.zip', mime: 'application/zip' };
      return { id: await newSite(), token: await uploaded(writer, site(), about) };
    },
  },
  { name: 'list_deployments', scope: 'write', args: async () => ({ id: await newSite() }) },
];

async function waitingProposal(): Promise<string> {
  const { data } = await agent.done('propose_tags', { id: await id(), tags: ['harbour'] });
  expect(data.proposedTags).toEqual(['harbour']);
  const mine = await agent.done('my_proposals', { kind: 'tags', status: 'waiting', limit: 1 });
  return mine.data[0].id as string;
}

/** These work, for those who know them: propose_changes does the same. */
const unlisted = ['propose_tags', 'propose_fields', 'comment_on_page'];

async function newSite(): Promise<string> {
  const { body } = await callsAs(marque, writer).done('POST', '/sites', { name: 'Guide' });
  return body.data.id as string;
}

describe('the tools', () => {
  it('are listed the same way every time, in order', async () => {
    const writes = await connect(marque.url, writer.key);
    const { tools } = await writes.client.listTools();
    await writes.close();
    const names = tools.map(({ name }) => name);
    const { byName } = toolboxOf(marque.service);
    expect(names).toEqual([...byName].flatMap(([name, tool]) => (isListed(tool, 'write') ? [name] : [])));
    const listed = promised.map(({ name }) => name).filter((name) => !unlisted.includes(name));
    expect(names.slice(0, listed.length)).toEqual(listed);
    for (const name of unlisted) expect(byName.has(name)).toBe(true);
  });

  it.each(promised)('work for $name from $scope, and for no lower scope', async ({ name, scope, args }) => {
    const drawn = toolboxOf(marque.service).byName.get(name);
    // These two answer any caller, with what that caller may see.
    expect(drawn?.operation.access.scope).toBe(['access_report', 'whoami'].includes(name) ? 'any' : scope);
    const given = await args();
    const below = { read: null, propose: reader.key, write: scout.key }[scope];
    if (below) {
      const low = await connect(marque.url, below);
      expect(await low.refused(name, given)).toMatchObject({ code: 'forbidden', detail: { needs: scope } });
      await low.close();
    }
    const enough = await connect(
      marque.url,
      { read: reader.key, propose: scout.key, write: writer.key }[scope],
    );
    const result = await enough.call(name, given);
    await enough.close();
    expect([name, result.isError ?? false, result.isError ? textOf(result) : '']).toEqual([name, false, '']);
    // The client validates this against the tool's output schema.
    expect(result.structuredContent !== undefined).toBe(drawn?.tool.outputSchema !== undefined);
  });

  it('follow the convention', () => {
    const known = toolboxOf(marque.service).byName;
    for (const [name, { tool }] of toolboxOf(marque.service).byName) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(tool.title).toMatch(/^[A-Z].{3,59}[^.]$/);
      // When to use it, in a paragraph that a model reads among many others.
      const words = (tool.description ?? '').length;
      expect([name, words >= 40 && words <= 1200]).toEqual([name, true]);
      // It never refers to a tool that doesn't exist: operations have other names.
      for (const [word] of (tool.description ?? '').matchAll(/[a-z]+(?:_[a-z]+)+/g))
        expect([name, word, known.has(word)]).toEqual([name, word, true]);
      const hints = tool.annotations ?? {};
      for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const)
        expect([name, hint, typeof hints[hint]]).toEqual([name, hint, 'boolean']);
      expect(hints.readOnlyHint && hints.destructiveHint).toBe(false);
      expect(tool.inputSchema.type).toBe('object');
      const properties = Object.keys(tool.inputSchema.properties ?? {});
      for (const argument of tool.inputSchema.required ?? []) expect(properties).toContain(argument);
      // The default in an argument's description matches its schema.
      const drawn = (tool.inputSchema.properties ?? {}) as Record<
        string,
        { default?: unknown; description?: string }
      >;
      for (const [argument, { default: standard, description }] of Object.entries(drawn)) {
        const defaultInText = /(\w+) when left out|left out: (\w+)|default: (\w+)$/i.exec(description ?? '');
        if (standard !== undefined && defaultInText)
          expect([
            name,
            argument,
            JSON.stringify(defaultInText[1] ?? defaultInText[2] ?? defaultInText[3]),
          ]).toEqual([name, argument, JSON.stringify(standard)]);
      }
      // No tool asks an agent for a secret or for bytes, or returns one.
      for (const argument of properties) expect(argument).not.toMatch(/password|secret|base64|bytes/i);
      const answered = JSON.stringify(tool.outputSchema ?? {});
      expect(answered).not.toMatch(/"(?:secret|password|hash)":/);
      // A growing list has a limit that an agent can lower.
      if (answered.includes('"total"')) expect(properties).toContain('limit');
    }
  });

  it('leave out what only the panel shows, such as the thumbnails of collections', async () => {
    for (const name of ['list_collections', 'search_assets', 'my_proposals']) {
      const tool = toolboxOf(marque.service).byName.get(name)?.tool;
      expect([name, Object.keys(tool?.inputSchema.properties ?? {}).includes('include')]).toEqual([
        name,
        false,
      ]);
      const refusal = await agent.refused(name, { include: 'thumbnail' });
      expect(refusal).toMatchObject({ code: 'invalid_request', detail: { issues: [{ path: 'include' }] } });
    }
  });

  it('fail with a message that says what to do, never with a protocol error', async () => {
    const unknown = await agent.refused('describe_asset', { id: crypto.randomUUID(), color: 'red' });
    expect(unknown).toMatchObject({ code: 'invalid_request', detail: { issues: [{ path: 'color' }] } });
    expect((await agent.refused('describe_asset', { id: 'nothing' })).code).toBe('not_found');
    expect((await agent.refused('describe_asset')).code).toBe('invalid_request');
    expect((await agent.refused('ingest_asset', {})).message).toContain('url');
    expect((await agent.refused('ingest_asset', { url: 'http://127.0.0.1/x.png' })).code).toBe('invalid');
    const rules = await agent.refused('set_rules', { set: [{ key: 'a', value: 'b' }] });
    expect(rules.message).toContain('propose_rules');
    await expect(agent.call('no_such_tool')).rejects.toThrow('Unknown tool');
    const low = await connect(marque.url, reader.key);
    expect(
      await low.refused('create_upload', { filename: 'a.png', mime: 'image/png', size: 3 }),
    ).toMatchObject({
      code: 'forbidden',
      detail: { needs: 'propose', has: 'read' },
    });
    await low.close();
  });
});

describe('a tool and its operation', () => {
  it('give the same answer', async () => {
    const { id } = await makeAsset(marque, writer, { tags: ['galaxy', 'blue'] });
    const full = { detail: 'full' };
    const cases: [string, Record<string, unknown>, string, string, unknown?][] = [
      [
        'search_assets',
        { ...full, tag: ['galaxy', 'blue'], limit: 5 },
        'GET',
        '/assets?tag=galaxy&tag=blue&limit=5',
      ],
      ['search_assets', full, 'GET', '/assets?limit=20'],
      ['search_assets', { ...full, 'f.none': 'x' }, 'GET', '/assets?f.none=x&limit=20'],
      ['search_assets', { ...full, limit: 5000 }, 'GET', '/assets?limit=5000'],
      ['describe_asset', { id }, 'GET', `/assets/${id}/description`],
      ['rendition_url', { id, w: 20, f: 'webp' }, 'GET', `/assets/${id}/rendition-url?w=20&f=webp`],
      ['check_use', { asset: id, channel: 'web' }, 'POST', '/check', { asset: id, channel: 'web' }],
      ['list_brands', {}, 'GET', '/brands'],
      ['brand_rules', { brand: 'acme', context: 'x' }, 'GET', '/brand/rules?brand=acme&context=x'],
      ['brand_rules', { brand: 'none' }, 'GET', '/brand/rules?brand=none'],
      ['list_pages', { slug: 'acme' }, 'GET', '/brands/acme/pages'],
      ['get_page', { slug: 'acme', page: 'color' }, 'GET', '/brands/acme/pages/color'],
      ['get_theme', { slug: 'acme' }, 'GET', '/brands/acme/theme'],
      ['brand_status', { slug: 'acme' }, 'GET', '/brands/acme/status'],
      ['list_fields', {}, 'GET', '/fields'],
      ['list_collections', {}, 'GET', '/collections'],
      ['access_report', { ref: id }, 'GET', `/catalog/${id}/access`],
      ['whoami', {}, 'GET', '/me'],
      ['my_proposals', {}, 'GET', '/proposals?by=me&status=any&limit=20'],
      ['propose_tags', { id, tags: ['ocean'] }, 'POST', `/assets/${id}/proposed-tags`, { tags: ['ocean'] }],
      [
        'propose_fields',
        { id, fields: { no: 1 } },
        'POST',
        `/assets/${id}/proposed-fields`,
        { fields: { no: 1 } },
      ],
      ['set_rules', { set: [] }, 'PATCH', '/brand/rules', { set: [] }],
      ['save_page', { slug: 'acme', page: 'x' }, 'PUT', '/brands/acme/pages/x', {}],
      [
        'review_proposal',
        { id: 'x', decision: 'accept' },
        'POST',
        '/proposals/x/decision',
        { decision: 'accept' },
      ],
      ['list_deployments', { id: 'x' }, 'GET', '/sites/x/deployments'],
    ];
    for (const [tool, args, method, path, body] of cases) {
      const result = await agent.call(tool, args);
      const reply = await callsAs(marque, scout).call(method, path, body);
      expect([tool, args, result.isError ?? false]).toEqual([tool, args, reply.status >= 400]);
      expect(untimed(dataOf(result))).toEqual(untimed(reply.body));
    }
  });

  it('review_queue is for reviewers, although proposers can list their own proposals', async () => {
    const apiError = await agent.refused('review_queue');
    expect(apiError).toMatchObject({ code: 'forbidden', detail: { needs: 'write', has: 'propose' } });
    const reviewer = await connect(marque.url, writer.key);
    const { body } = await callsAs(marque, writer).done('GET', '/proposals?limit=20');
    expect(await reviewer.done('review_queue')).toEqual(body);
    await reviewer.close();
  });

  it('deploy_site can also fetch the build from its address', async () => {
    const deployer = await connect(marque.url, writer.key);
    const given = { id: await newSite(), path: '/docs', url: `${files.url}/site.zip`, commit: '0a1b2c' };
    const { data } = await deployer.done('deploy_site', given);
    expect(data).toMatchObject({ state: 'live', path: '/docs', files: 1, commit: '0a1b2c' });
    const apiError = await deployer.refused('deploy_site', { ...given, url: `${files.url}/picture.png` });
    expect(apiError.code).toBe('unsupported');
    await deployer.close();
  });

  it('a tool for a file returns its text', async () => {
    const result = await agent.call('export_tokens', { format: 'css' });
    expect(result.isError ?? false).toBe(false);
    expect(textOf(result)).toContain('#112233');
  });
});

/** Each write updates the record's timestamp, even one that changes nothing. */
function untimed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(/"updatedAt":"[^"]*"/g, '"updatedAt":""'));
}
