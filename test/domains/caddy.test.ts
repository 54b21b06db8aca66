// A real Caddy in front of the server: it asks before it issues a certificate, and passes on what custom domains are asked for.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import https from 'node:https';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onPath } from '../../src/lib/programs.ts';
import { freePort, kill, makeFolder, until } from '../setup/children.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { makeSite, sendZip } from '../sites/site-calls.ts';
import { site } from '../sites/zips.ts';
import { startDns } from './dns-server.ts';
import { DomainCalls } from './domain-calls.ts';

const caddy = onPath(['caddy']);
const dns = await startDns();
const { marque, editor } = await startWithWorkspace({ DNS_SERVERS: dns.address });
const folder = await makeFolder();
const port = await freePort();
let proxy: ChildProcess | null = null;

const caddyfile = `{
	admin off
	skip_install_trust
	auto_https disable_redirects
	https_port ${port}
	on_demand_tls {
		ask ${marque.url}/api/v1/domains/ask
	}
}

https:// {
	tls internal {
		on_demand
	}
	reverse_proxy ${new URL(marque.url).host}
}
`;

/** The certificate of Caddy's own authority, once it has made one. */
const authority = (): Promise<string> =>
  readFile(path.join(folder.path, 'caddy/pki/authorities/local/root.crt'), 'utf8');

afterAll(async () => {
  if (proxy) await kill(proxy);
  await marque.close();
  await dns.close();
  await folder.remove();
});

/** @throws if there is no certificate for the host */
async function get(host: string, at: string): Promise<{ status: number; text: string }> {
  const ca = await authority();
  return new Promise((resolve, reject) => {
    https
      .get(
        { host: '127.0.0.1', port, path: at, servername: host, ca, agent: false, headers: { host } },
        (response) => {
          const chunks: Buffer[] = [];
          response
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('error', reject)
            .on('end', () =>
              resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
            );
        },
      )
      .on('error', reject);
  });
}

// Never passed over where it counts: .ci/run installs one.
(caddy !== undefined || process.env.CI ? describe : describe.skip)('behind Caddy', () => {
  beforeAll(async () => {
    if (caddy === undefined) throw new Error('Install Caddy.');
    const file = path.join(folder.path, 'Caddyfile');
    await writeFile(file, caddyfile);
    proxy = spawn(caddy, ['run', '--adapter', 'caddyfile', '--config', file], {
      env: { ...process.env, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path, HOME: folder.path },
      stdio: 'ignore',
    });
    await until(async () => (await authority().catch(() => '')) !== '');
  });

  it('a verified domain has a certificate, and another host has none', async () => {
    const { id, slug } = await makeSite(marque, editor, { name: 'Behind Caddy' });
    await sendZip(marque, editor, id, site({ 'index.html': 'home' }));
    const calls = new DomainCalls(marque, dns, editor);
    const waiting = await calls.add(`sites/${id}`, { host: 'waiting.caddy.test' });
    expect(waiting.status).toBe(201);
    await calls.connect(`sites/${id}`, 'www.caddy.test');
    await until(() =>
      get('www.caddy.test', '/').then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    expect(await get('www.caddy.test', '/')).toEqual({ status: 200, text: 'home' });
    expect((await get(`${slug}.sites.localhost`, '/')).text).toBe('home');
    expect((await get('www.caddy.test', '/api/v1/openapi.json')).status).toBe(404);
    for (const host of ['waiting.caddy.test', 'nobody.caddy.test'])
      await expect(get(host, '/')).rejects.toThrow();
  });
});
