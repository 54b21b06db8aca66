// Custom domains at the process itself, which answers some hosts and hands everything else to Next.
import http from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { buildPanel } from '../../src/build.ts';
import { makeFolder, until } from '../setup/children.ts';
import { createDatabase } from '../setup/database.ts';
import { startServer, type Running } from './process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = await makeFolder();
const database = await createDatabase({ empty: true });
let server: Running;

beforeAll(async () => {
  await buildPanel(root);
  server = await startServer({
    env: { DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url },
  });
});
afterAll(async () => {
  const { child } = server;
  child.kill('SIGTERM');
  await until(async () => child.exitCode !== null || child.signalCode !== null);
  await database.drop();
  await folder.remove();
});

/** A site without a build, at a domain. */
async function addDomain(host: string, token: string): Promise<void> {
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  await sql.query(
    `with o as (insert into organizations (name, slug) values ('Acme', 'acme') returning id),
       w as (insert into workspaces (name, slug, organization_id) select 'Library', 'library', id from o returning id),
       s as (insert into sites (name, slug, workspace_id) select 'Site', 'site', id from w returning id)
     insert into marque.domains (site_id, host, token, state, verified_at) select id, $1, $2, 'verified', now() from s`,
    [host, token],
  );
  await sql.end();
}

function get(host: string, at: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    http
      .get(`${server.url}${at}`, { headers: { host, accept: 'text/html' } }, (response) => {
        const chunks: Buffer[] = [];
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          );
      })
      .on('error', reject);
  });
}

it('a domain has neither the panel nor the API, and other names of the server do', async () => {
  await addDomain('www.acme.test', 'token');
  expect(await get('www.acme.test', '/.well-known/marque-domain.txt')).toEqual({
    status: 200,
    text: 'marque-domain=token',
  });
  const paths = ['/', '/admin', '/admin/login', '/api/users/me', '/api/v1/openapi.json', '/_next/x', '/a/x'];
  for (const host of ['www.acme.test', 'WWW.Acme.test:8080', 'www.acme.test.', 'www.acme.test.:443'])
    for (const at of paths) expect([host, at, (await get(host, at)).status]).toEqual([host, at, 404]);
  for (const host of ['marque.test', new URL(server.url).host])
    expect([host, (await get(host, '/api/v1/openapi.json')).status]).toEqual([host, 200]);
});
