// The OpenAPI document: valid OpenAPI 3.1, and passing the recommended rules of an independent linter.
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeFolder } from '../../setup/children.ts';
import { startService } from '../../setup/service.ts';

const marque = await startService();
const document = (await marque.call('GET', '/api/v1/openapi.json')).body as Record<string, unknown>;
afterAll(() => marque.close());

interface Drawn {
  parameters?: { in: string; name: string }[];
  responses: Record<string, { headers?: object } | undefined>;
}

interface Problem {
  ruleId: string;
  severity: string;
  message: string;
  location: { pointer?: string }[];
}

/** Runs the linter offline: without telemetry and update checks. */
async function lint(): Promise<Problem[]> {
  const folder = await makeFolder();
  const file = path.join(folder.path, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const linter = spawn(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--extends=recommended', '--format=json'],
    {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [out, errors] = await Promise.all([text(linter.stdout), text(linter.stderr)]);
  await folder.remove();
  if (!out.includes('"problems"'))
    throw new Error(`The linter said nothing that can be read: ${out}${errors}`);
  return (JSON.parse(out.slice(out.indexOf('{'))) as { problems: Problem[] }).problems;
}

describe('the document', () => {
  it('is OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  });

  it('breaks none of the recommended rules', async () => {
    const problems = await lint();

    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`),
    ).toEqual([]);
  });

  it('describes each tag in words of its module', () => {
    const tags = document.tags as { name: string; description: string }[];

    expect(tags).toContainEqual({ name: 'sites', description: 'Static sites and their deployments' });
    expect(tags.filter(({ name, description }) => name === description)).toEqual([]);
  });

  it('lists transport headers and errors where they apply, and nowhere else', () => {
    const paths = document.paths as Record<string, Record<string, Drawn>>;
    const drawn = (path: string, method: string): { headers: string[]; statuses: string[] } => {
      const { parameters = [], responses } = paths[path]?.[method] ?? { responses: {} };
      const headers = parameters.filter((one) => one.in === 'header').map(({ name }) => name);
      return { headers, statuses: Object.keys(responses) };
    };
    const asset = '/api/v1/assets/{id}';
    expect(drawn(asset, 'get').headers).toEqual(['If-None-Match']);
    expect(drawn(asset, 'get').statuses).toEqual(expect.arrayContaining(['200', '304', '429']));
    expect(paths[asset]?.get?.responses['200']?.headers).toHaveProperty('ETag');
    expect(paths[asset]?.get?.responses['429']?.headers).toHaveProperty('Retry-After');
    for (const method of ['patch', 'delete']) {
      expect(drawn(asset, method).headers).toEqual(['If-Match']);
      expect(drawn(asset, method).statuses).toContain('412');
    }
    expect(drawn('/api/v1/collections', 'post').headers).toEqual(['Idempotency-Key']);
    expect(drawn('/api/v1/collections', 'post').statuses).toEqual(expect.arrayContaining(['409', '422']));
    expect(drawn('/api/v1/collections', 'get').headers).toEqual([]);
    expect(drawn('/api/v1/uploads', 'post').headers).toEqual([]);
    expect(drawn('/api/v1/uploads/{secret}', 'put').headers).toEqual([]);
    expect(drawn('/api/auth/sign-in', 'post').headers).toEqual([]);
    expect(drawn('/a/{id}', 'get').statuses).not.toContain('429');
  });

  it('describes every reference', () => {
    const known = Object.keys((document.components as { schemas: object }).schemas);
    const named = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
    expect([...named].map(([, name]) => name).filter((name) => !known.includes(name ?? ''))).toEqual([]);
  });
});
