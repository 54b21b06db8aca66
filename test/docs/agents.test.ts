// docs/agents: a page for each client that is tested, configurations that parse, and options that exist.
import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from '@jest/globals';
import { agents } from '../../src/core/settings/definitions.ts';
import { mcpAddress } from '../../src/commands/mcp/address.ts';
import { buildDist } from '../../src/dist.mjs';

const folder = 'docs/agents';
const pages = new Map<string, string>();
let readme = '';

beforeAll(async () => {
  for (const name of await readdir(folder)) pages.set(name, await readFile(path.join(folder, name), 'utf8'));
  readme = pages.get('README.md') ?? '';
});

const page = (name: string): string => pages.get(name) ?? '';

/** Code blocks in lists are indented. */
const blocksIn = (name: string, language: string): string[] =>
  [...page(name).matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^\\1\`\`\`$`, 'gms'))].map(
    ([, , code = '']) => code,
  );

interface Server {
  url?: string;
  serverUrl?: string;
  command?: string;
  args?: string[];
  headers?: Record<string, string>;
  env?: Record<string, string>;
}

it('lists every page, and has one for each client whose requests are tested', async () => {
  for (const name of pages.keys()) if (name !== 'README.md') expect(readme).toContain(`(${name})`);
  const clients = await readdir('test/agents/fixtures/clients');
  expect(clients.length).toBeGreaterThan(6);
  for (const client of clients) expect([...pages.keys()]).toContain(client.replace('.json', '.md'));
});

it('has configurations that are JSON and lead to MCP', () => {
  let found = 0;
  for (const name of pages.keys())
    for (const block of blocksIn(name, 'json')) {
      const { mcpServers, servers } = JSON.parse(block) as Record<string, Record<string, Server>>;
      for (const server of Object.values(mcpServers ?? servers ?? {})) {
        found += 1;
        const typed = server.url ?? server.serverUrl ?? server.args?.at(-1) ?? '';
        expect([name, mcpAddress(typed).pathname]).toEqual([name, '/api/v1/mcp']);
        if (server.command)
          expect([server.command, ...(server.args ?? []).slice(0, -1)]).toEqual(['marque', 'mcp']);
        for (const value of Object.values(server.headers ?? {})) expect(value).toMatch(/^Bearer \$\{/);
      }
    }
  expect(found).toBeGreaterThan(7);
  // Cursor's and Windsurf's differ in a name that is easy to mix up.
  expect(page('windsurf.md')).not.toMatch(/"url":/);
  expect(page('cursor.md')).not.toMatch(/"serverUrl":/);
});

it('names options and variables of marque mcp that exist, and every one of them', async () => {
  await buildDist({ declarations: false });
  const child = spawn(process.execPath, ['dist/src/commands/cli.js', 'mcp'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, NODE_ENV: 'test' },
  });
  const usage = await text(child.stderr);
  const namesIn = (source: string) =>
    [...new Set(source.match(/--(?:key-env|no-browser|sign-in|[a-z-]+)\b|MARQUE_KEY/g))].sort();
  const notItsOwn = new Set(['--silent', '--global']);
  expect(namesIn(page('stdio.md')).filter((name) => !notItsOwn.has(name))).toEqual(namesIn(usage));
});

it('states the limits that there are', async () => {
  const usual = Number(agents.defaults.proposalsPerHour).toLocaleString('en');
  expect(page('bounds.md')).toContain(`(${usual} unless set)`);
  const { accessSeconds, refreshSeconds, graceSeconds } = await import('../../plugins/agents/oauth/rules.ts');
  expect([accessSeconds / 3600, refreshSeconds / 86_400, graceSeconds / 60]).toEqual([1, 30, 1]);
  expect(readme).toContain('Access tokens last an hour, refresh tokens 30 days.');
  expect(readme).toContain('Used again within a minute');
});
