// npx marque mcp: a client on stdio and a real server, with a key and with a sign-in in the browser.
import { spawn } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client as NewerClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewerTransport } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { buildDist } from '../../src/dist.mjs';
import { makeDefaultBrand } from '../brands/brand.ts';
import { dataOf } from '../agents/client.ts';
import * as oauth from '../agents/oauth-client.ts';
import { documents, marque, place } from '../agents/oauth-client.ts';
import { callsAs } from '../setup/callers.ts';
import { freePort, makeFolder, until } from '../setup/children.ts';

const modern = '2026-07-28';

/** The status of a path that `fetch` would correct. */
const statusOfPath = (port: number, target: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    http
      .get({ port, path: target }, (response) => resolve(response.resume().statusCode))
      .once('error', reject);
  });
const keys = { reader: '', writer: '' };
let folder: { path: string; remove(): Promise<void> };
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  await buildDist({ declarations: false });
  await makeDefaultBrand(marque, place);
  keys.reader = (await marque.makeKey(place, 'read')).key;
  keys.writer = (await marque.makeKey(place, 'write')).key;
});
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  await folder.remove();
});
afterAll(async () => {
  await marque.close();
  documents.close();
});

/** How a client starts the command. Each test has a config folder of its own. */
const command = (args: string[], env: Record<string, string> = {}) => ({
  command: process.execPath,
  args: ['dist/src/commands/cli.js', 'mcp', ...args],
  env: { NODE_ENV: 'test' as const, PATH: process.env.PATH ?? '', XDG_CONFIG_HOME: folder.path, ...env },
});

function listenTo(stream: NodeJS.ReadableStream | null): () => string {
  let said = '';
  stream?.on('data', (chunk) => (said += String(chunk)));
  return () => said;
}

/** A client of MCP 2025-11-25, and what the command prints for the person. Not connected yet. */
function clientOf(args: string[], env: Record<string, string> = {}) {
  const transport = new StdioClientTransport({ ...command(args, env), stderr: 'pipe' });
  const said = listenTo(transport.stderr as NodeJS.ReadableStream | null);
  const client = new Client({ name: 'on stdio', version: '1' });
  open.push(client);
  const whoami = async () =>
    dataOf((await client.callTool({ name: 'whoami', arguments: {} })) as Parameters<typeof dataOf>[0]);
  return { client, transport, said, whoami, connect: () => client.connect(transport) };
}

async function newerClient(args: string[], env: Record<string, string>): Promise<NewerClient> {
  const client = new NewerClient(
    { name: 'on stdio', version: '2' },
    { versionNegotiation: { mode: { pin: modern } } },
  );
  open.push(client);
  await client.connect(new NewerTransport({ ...command(args, env), stderr: 'ignore' }));
  return client;
}

/** Runs the command with what a client would write. @param input null: stdin stays open */
async function run(args: string[], env: Record<string, string> = {}, input = '') {
  const { command: program, args: all, env: its } = command(args, env);
  const child = spawn(program, all, { env: its, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  child.stdin.end(input);
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { stdout, stderr, code };
}

describe('with a key', () => {
  it('gives a client of 2025-11-25 the tools, with the scope of the key', async () => {
    const { client, connect, whoami, said } = clientOf([marque.url], { MARQUE_KEY: keys.reader });
    await connect();
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('search_assets');
    expect(names).not.toContain('update_assets');
    expect(await whoami()).toMatchObject({ data: { kind: 'key', scope: 'read' } });
    // As over HTTP, refusals of the protocol keep their codes.
    await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
    expect(said()).toBe('');
  });

  it('takes the variable that --key-env names, and the whole address of MCP', async () => {
    const args = [`${marque.url}/api/v1/mcp`, '--key-env', 'OTHER'];
    const { connect, whoami } = clientOf(args, { OTHER: keys.writer, MARQUE_KEY: 'mq_wrong' });
    await connect();
    expect(await whoami()).toMatchObject({ data: { scope: 'write' } });
  });

  it('gives a client of 2026-07-28 the same, with subscriptions', async () => {
    const client = await newerClient([marque.url], { MARQUE_KEY: keys.writer });
    expect(client.getNegotiatedProtocolVersion()).toBe(modern);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('update_assets');
    const heard: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      heard.push(params.uri);
    });
    const rules = 'marque://brands/acme/rules';
    const subscription = await client.listen({ resourceSubscriptions: [rules] });
    const calls = callsAs(marque, { key: keys.writer });
    await calls.done('PUT', '/brands/acme/pages/news', { title: 'News', sections: [] });
    await until(() => Promise.resolve(heard.includes(rules)));

    // Cancelling ends the stream at the server; the connection goes on.
    await subscription.close();
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  });

  it('says what to do about a key that is refused, and asks nobody to sign in', async () => {
    const { connect, said } = clientOf([marque.url], { MARQUE_KEY: 'mq_wrong' });
    await expect(connect()).rejects.toThrow('Check the API key in MARQUE_KEY');
    expect(said()).not.toContain('mq_wrong');
    expect(said()).not.toContain('/oauth/authorize');
  });

  it('writes nothing but the protocol to stdout, and ends when stdin does', async () => {
    const { command: program, args, env } = command([marque.url], { MARQUE_KEY: keys.reader });
    const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
    const out = listenTo(child.stdout);
    const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
    const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
    child.stdin.write('this is not JSON\n');
    send({ jsonrpc: '2.0', id: 'a', method: 'ping' });
    send({ jsonrpc: '2.0', id: 'b', method: 'tools/call', params: { name: 'whoami', arguments: {} } });
    await until(() => Promise.resolve(out().trim().split('\n').length === 2));
    const answers = out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; result?: object });
    expect(answers.map(({ id }) => id).sort()).toEqual(['a', 'b']);
    expect(answers.every(({ result }) => result !== undefined)).toBe(true);
    child.stdin.end();
    expect(await ended).toBe(0);
  });
});

describe('a server that is away', () => {
  it('is an error of each request, and the next one tries again', async () => {
    const port = await freePort();
    const { client, connect, said } = clientOf([`http://127.0.0.1:${port}`], { MARQUE_KEY: keys.reader });
    await expect(connect()).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining('ECONNREFUSED'),
    });
    expect(said()).toContain('Check the address and that the server is running');
    await client.close();

    const again = clientOf([`http://127.0.0.1:${port}`], { MARQUE_KEY: keys.reader });
    const there = await serveThrough(port);
    await again.connect();
    await there.close();
    await expect(again.whoami()).rejects.toMatchObject({ code: -32603 });
    const back = await serveThrough(port);
    expect(await again.whoami()).toMatchObject({ data: { scope: 'read' } });
    await back.close();
  });

  it('is an error that names the status if something else answers', async () => {
    const other = http.createServer((_, response) => response.writeHead(502).end('<html>Bad gateway</html>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const { connect } = clientOf([`http://127.0.0.1:${port}`], { MARQUE_KEY: keys.reader });
    await expect(connect()).rejects.toThrow('answered 502');
    other.close();
  });
});

/** The server at another port, until it's closed with its connections. */
async function serveThrough(port: number): Promise<{ close: () => Promise<void> }> {
  const { host } = new URL(marque.url);
  const proxy = http.createServer((request, response) => {
    const headers = { ...request.headers, host };
    const forwarded = http.request(`${marque.url}${request.url ?? ''}`, { method: request.method, headers });
    forwarded.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  return {
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

describe('without a key', () => {
  /** The page that the command asks the person to open, once it has. */
  async function pageIn(said: () => string): Promise<URL> {
    await until(() => Promise.resolve(/\/oauth\/authorize\?\S+\n/.test(said())));
    return new URL(
      said()
        .match(/^http\S+\/oauth\/authorize\?\S+$/gm)
        ?.at(-1) ?? '',
    );
  }

  /** Decides as the person, and takes the browser back to the command. */
  async function decide(page: URL, allow = true): Promise<Response> {
    const request = oauth.locationOf(await marque.call('GET', page.href)).searchParams.get('request') ?? '';
    const { nonce } = (await oauth.look(request)).body.data;
    const choice = allow ? { workspace: place.workspaceId, scope: 'propose' } : {};
    const { body } = await oauth.answer(request, { nonce, allow, ...choice });
    return fetch(body.data.redirect as string);
  }

  const kept = async (): Promise<{ file: string; text: string }> => {
    const [name = ''] = await readdir(path.join(folder.path, 'marque'));
    const file = path.join(folder.path, 'marque', name);
    return { file, text: await readFile(file, 'utf8') };
  };
  const tokensIn = (stored: string) =>
    (JSON.parse(stored) as { tokens: { access_token: string; refresh_token: string } }).tokens;

  it('the person signs in once; tokens are kept for this user only, renewed, and never printed', async () => {
    const first = clientOf([marque.url, '--no-browser']);
    const connecting = first.connect();
    const page = await pageIn(first.said);
    expect(page.searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    // Any page can send a browser to that port, but knows no state.
    const stranger = new URL(page.searchParams.get('redirect_uri') ?? '');
    stranger.search = '?code=stolen&state=guessed';
    expect((await fetch(stranger)).status).toBe(400);
    // What can't be compared, or isn't an address, ends neither the sign-in nor the program.
    stranger.search = `?code=stolen&state=${encodeURIComponent('ü'.repeat(32))}`;
    expect((await fetch(stranger)).status).toBe(400);
    expect(await statusOfPath(Number(stranger.port), '//')).toBe(404);
    const back = await decide(page);
    expect([back.status, await back.text()]).toEqual([200, expect.stringContaining('Signed in')]);
    await connecting;
    expect(await first.whoami()).toMatchObject({ data: { name: 'marque mcp', scope: 'propose' } });
    await first.client.close();

    const { file, text: stored } = await kept();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
    const tokens = tokensIn(stored);
    expect(tokens.access_token).toMatch(/^mq_/);

    // An hour later, another process: renewed without asking.
    await marque.service.db.query(`update keys set expires_at = now() where name = 'marque mcp'`);
    const second = clientOf([marque.url, '--no-browser']);
    await second.connect();
    expect(await second.whoami()).toMatchObject({ data: { scope: 'propose' } });
    const renewed = tokensIn((await kept()).text);
    expect(renewed.access_token).not.toBe(tokens.access_token);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(second.said()).not.toContain('/oauth/authorize');
    for (const secret of [...Object.values(tokens), ...Object.values(renewed)])
      if (/^mqr?_/.test(secret)) expect(first.said() + second.said()).not.toContain(secret);

    // Disconnected in the panel while it runs: the next call asks again, once for all that wait.
    await marque.service.db.query(`delete from keys where name = 'marque mcp'`);
    const both = Promise.all([second.whoami(), second.whoami()]);
    const again = await pageIn(second.said);
    await decide(again);
    expect(await both).toHaveLength(2);
    expect(second.said().match(/\/oauth\/authorize\?/g)).toHaveLength(1);
  });

  it('a person who declines is the answer, and the next call asks again', async () => {
    const { client, connect, said, whoami } = clientOf([marque.url, '--no-browser']);
    const connecting = connect();
    await decide(await pageIn(said));
    await connecting;
    await marque.service.db.query(`delete from keys where name = 'marque mcp'`);
    const asksTwice = said().length;
    const later = () => said().slice(asksTwice);
    const declined = expect(whoami()).rejects.toThrow('declined in the browser');
    expect(await (await decide(await pageIn(later), false)).text()).toContain('Nothing was connected');
    await declined;
    const before = said().length;
    const allowed = whoami();
    await decide(await pageIn(() => said().slice(before)));
    expect(await allowed).toMatchObject({ data: { scope: 'propose' } });
    await client.close();
  });

  it('--sign-in only signs in, and opens the browser that BROWSER names', async () => {
    const opened = path.join(folder.path, 'opened');
    const browser = path.join(folder.path, 'browser');
    await writeFile(browser, `#!/bin/sh\necho "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`, {
      mode: 0o755,
    });
    const running = run([marque.url, '--sign-in'], { BROWSER: browser });
    const url = async () => readFile(opened, 'utf8').catch(() => '');
    await until(async () => (await url()) !== '');
    await decide(new URL((await url()).trim()));
    const { code, stdout, stderr } = await running;
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(`Connected to ${marque.url}/api/v1/mcp`);
    const { client, connect, said } = clientOf([marque.url]);
    await connect();
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    expect(said()).toBe('');
  });

  it('a client that starts the program twice is signed in by one answer', async () => {
    const [one, other] = [clientOf([marque.url, '--no-browser']), clientOf([marque.url, '--no-browser'])];
    const both = Promise.all([one.connect(), other.connect()]);
    await pageIn(other.said);
    await decide(await pageIn(one.said));
    await both;
    expect(await other.whoami()).toEqual(await one.whoami());
    expect(other.said()).toContain('Signed in by another client');
  });

  it('--sign-in says why if the server is away, and keeps nothing', async () => {
    const { code, stdout, stderr } = await run([`http://127.0.0.1:${await freePort()}`, '--sign-in']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('ECONNREFUSED');
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('a file that is damaged, or of another server, counts as none', async () => {
    const broken = clientOf([marque.url, '--no-browser']);
    const connecting = broken.connect();
    await decide(await pageIn(broken.said));
    await connecting;
    await broken.client.close();
    const { file } = await kept();
    await writeFile(file, '{"server": "https://other.example/"');
    const after = clientOf([marque.url, '--no-browser']);
    const asking = after.connect();
    await decide(await pageIn(after.said));
    await asking;
    expect(tokensIn((await kept()).text).access_token).toMatch(/^mq_/);
  });
});

describe('wrong arguments', () => {
  it.each([
    ['no address', [], 'Give the address of one server.'],
    ['two addresses', ['https://a.example', 'https://b.example'], 'Give the address of one server.'],
    ['no URL', ['dam.example'], `"dam.example" isn't a URL`],
    ['another protocol', ['ftp://dam.example'], 'must begin with https://'],
    ['a password', ['https://me:pw@dam.example'], 'no user name'],
    ['an unknown option', ['https://dam.example', '--key', 'mq_1'], "Unknown option '--key'"],
    ['a variable that is not set', ['https://dam.example', '--key-env', 'NOTHING'], 'NOTHING'],
  ])('%s: exit code 1, and how to use it', async (_, args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
    expect(stderr).toContain('Usage:');
  });
});
