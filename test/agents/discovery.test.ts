// How programs find a server's MCP: the AI catalog of the host, the server card, and server.json for registries.
import { readFile } from 'node:fs/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startService, type Place, type TestService } from '../setup/service.ts';

let marque: TestService;
let place: Place;

beforeAll(async () => {
  marque = await startService({ SERVER_URL: 'https://dam.example.com', TRUST_PROXY: '1' });
  place = await marque.makePlace('Secret Client Ltd');
});
afterAll(() => marque.close());

/** As a proxy that has the public name and TLS passes a request on. */
const viaProxy = { 'x-forwarded-host': 'dam.example.com', 'x-forwarded-proto': 'https' };

async function read(path: string, headers: Record<string, string> = viaProxy) {
  const reply = await marque.call('GET', path, { headers });
  return { ...reply, json: JSON.parse(reply.bytes.toString()) as unknown };
}

const cardPaths = ['/.well-known/mcp/server-card.json', '/api/v1/mcp/server-card'];

/** As the drafts say, and nothing else: https://ai-catalog.io, and schema.json of the MCP extension for server cards. */
const Catalog = z.strictObject({
  specVersion: z.literal('1.0'),
  entries: z.array(
    z.strictObject({
      identifier: z.string().regex(/^urn:air:[a-z0-9.-]+:[a-z0-9-]+$/),
      displayName: z.string(),
      type: z.literal('application/mcp-server-card+json'),
      url: z.url(),
    }),
  ),
});
const Input = {
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  value: z.string().optional(),
};
const Header = z.strictObject({ name: z.string(), ...Input });
const identity = {
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/),
};
const remoteUrl = z.string().regex(/^(https?:\/\/[^\s]+|\{[a-zA-Z_][a-zA-Z0-9_]*\}[^\s]*)$/);
const Card = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'),
  ...identity,
  remotes: z.array(
    z.strictObject({
      type: z.literal('streamable-http'),
      url: remoteUrl,
      supportedProtocolVersions: z.array(z.string()),
      headers: z.array(Header),
    }),
  ),
});

describe('the AI catalog', () => {
  it('leads to the server card, at the public address of the server', async () => {
    const { status, headers, json } = await read('/.well-known/ai-catalog.json');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/ai-catalog+json']);
    const { entries } = Catalog.parse(json);
    expect(entries).toEqual([
      expect.objectContaining({
        identifier: 'urn:air:dam.example.com:marque',
        url: 'https://dam.example.com/.well-known/mcp/server-card.json',
      }),
    ]);
    const { pathname } = new URL(entries[0]?.url ?? '');
    expect(Card.parse((await read(pathname)).json).remotes).toHaveLength(1);
  });
});

describe('the server card', () => {
  it('says what the server is and where its MCP is, at both addresses that drafts name', async () => {
    const [one, other] = await Promise.all(cardPaths.map((path) => read(path)));
    expect([one?.status, one?.headers.get('content-type')]).toEqual([
      200,
      'application/mcp-server-card+json',
    ]);
    expect(other?.json).toEqual(one?.json);
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(Card.parse(one?.json)).toMatchObject({
      name: 'com.example.dam/marque',
      version,
      remotes: [{ url: 'https://dam.example.com/api/v1/mcp' }],
    });
  });

  it('names the address that the OAuth metadata names, and versions that are really spoken', async () => {
    const [remote] = Card.parse((await read(cardPaths[0] ?? '')).json).remotes;
    const { json: metadata } = await read('/.well-known/oauth-protected-resource/api/v1/mcp');
    expect(metadata).toMatchObject({ resource: remote?.url });
    const { key } = await marque.makeKey(place, 'read');
    const spoken = async (mode: 'legacy' | { pin: string }, supportedProtocolVersions?: string[]) => {
      const client = new Client(
        { name: 'reader', version: '1' },
        { versionNegotiation: { mode }, ...(supportedProtocolVersions && { supportedProtocolVersions }) },
      );
      const headers = { authorization: `Bearer ${key}`, ...viaProxy };
      const url = new URL('/api/v1/mcp', marque.url);
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
      const version = client.getNegotiatedProtocolVersion();
      await client.close();
      return version;
    };
    const [newest = '', ...older] = remote?.supportedProtocolVersions ?? [];
    expect(newest).toBe('2026-07-28');
    expect(await spoken({ pin: newest })).toBe(newest);
    expect(older).toContain('2025-11-25');
    for (const version of older) expect(await spoken('legacy', [version])).toBe(version);
  });
});

describe('both', () => {
  const paths = ['/.well-known/ai-catalog.json', ...cardPaths];

  it('can be read by pages of any origin, and kept for an hour', async () => {
    for (const path of paths) {
      const { status, headers } = await read(path, { ...viaProxy, origin: 'https://elsewhere.example' });
      expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 200, '*']);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('cache-control')).toBe('public, max-age=3600');
    }
  });

  it('say the public address also to somebody who asks under another name', async () => {
    for (const path of paths)
      for (const headers of [{ 'x-forwarded-host': 'evil.example' }, {}] as Record<string, string>[]) {
        const text = (await read(path, headers)).bytes.toString();
        expect(text).toContain('https://dam.example.com/');
        expect(text).not.toContain('evil.example');
        expect(text).not.toContain(new URL(marque.url).host);
      }
  });

  it('say nothing of who uses the server', async () => {
    const person = await marque.makeMember(place, 'write', { name: 'Mara Maker' });
    for (const path of paths) {
      const text = (await read(path)).bytes.toString();
      for (const secret of ['Secret Client', person.email, person.name, place.workspaceId, 'update_assets'])
        expect([path, text.includes(secret)]).toEqual([path, false]);
    }
  });

  it('are only read', async () => {
    for (const path of paths) {
      expect((await marque.call('HEAD', path, { headers: viaProxy })).status).toBe(200);
      expect((await marque.call('PUT', path, { headers: viaProxy, body: {} })).status).toBe(405);
    }
  });
});

describe('server.json', () => {
  /** The registry's schema of 2025-12-11, as far as a file like this uses it, and closed. */
  const ServerJson = z.strictObject({
    $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
    ...identity,
    remotes: z.array(
      z.strictObject({
        type: z.literal('streamable-http'),
        url: remoteUrl,
        variables: z.record(z.string(), z.strictObject(Input)),
        headers: z.array(Header),
      }),
    ),
  });

  // No packages either: in npm's registry, the name is another project's.
  it('is valid, and of this version of the package', async () => {
    const server = ServerJson.parse(JSON.parse(await readFile('server.json', 'utf8')));
    const own = JSON.parse(await readFile('package.json', 'utf8')) as Record<string, unknown>;
    expect([server.version, server.name]).toEqual([own.version, own.mcpName]);
    // Every placeholder in the address is described.
    const [remote] = server.remotes;
    const placeholders = [...(remote?.url.matchAll(/\{(\w+)\}/g) ?? [])].map(([, name]) => name);
    expect(placeholders).toEqual(Object.keys(remote?.variables ?? {}));
    expect(remote?.url.endsWith('/api/v1/mcp')).toBe(true);
  });

  it('says the same of Marque as the server card', async () => {
    const server = ServerJson.parse(JSON.parse(await readFile('server.json', 'utf8')));
    const card = Card.parse((await read(cardPaths[0] ?? '')).json);
    expect([card.title, card.description, card.version]).toEqual([
      server.title,
      server.description,
      server.version,
    ]);
  });
});
