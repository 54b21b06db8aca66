// The conventions of operations, checked for each one in the list: its name, its file, and that every
// transport can generate it.
import { readdir } from 'node:fs/promises';
import { bySpecificity } from '../../../src/core/transports/http.ts';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { operations } from '../../setup/operations.ts';
import { methodOf, pathOf, toolsOf, type AnyOperation } from '../../../src/core/operation.ts';
import { statusOfCode } from '../../../src/core/errors.ts';
import { startService } from '../../setup/service.ts';

/** File name, relative to `endpoints/`, by the operation it exports. */
const files = new Map<AnyOperation, { file: string; exported: string }>();

const marque = await startService();
const paths = (await marque.call('GET', '/api/v1/openapi.json')).body.paths as Record<
  string,
  Record<string, { operationId: string; parameters?: unknown[] }>
>;
for (const file of await readdir('endpoints', { recursive: true })) {
  if (!file.endsWith('.ts') || file === 'index.ts' || file.endsWith('schemas.ts')) continue;
  const module = (await import(path.resolve('endpoints', file))) as Record<string, unknown>;
  for (const [exported, value] of Object.entries(module)) {
    if (typeof value === 'object' && value !== null && 'http' in value)
      files.set(value as AnyOperation, { file, exported });
  }
}
afterAll(() => marque.close());

/** The verbs of operations. A new verb is a design decision: check first whether one of these fits. */
const verbs = [
  'add',
  'append',
  'cancel',
  'change',
  'check',
  'close',
  'create',
  'decide',
  'delete',
  'deliver',
  'describe',
  'download',
  'edit',
  'enter',
  'get',
  'give',
  'import',
  'keep',
  'list',
  'make',
  'preview',
  'propose',
  'publish',
  'read',
  'reply',
  'reset',
  'resolve',
  'restore',
  'save',
  'search',
  'send',
  'set',
  'sign',
  'stream',
  'sync',
  'take',
  'update',
  'withdraw',
];

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Property names of an object schema, however it is wrapped. */
function keysOf(schema: z.ZodType): string[] {
  const drawn = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object };
  return Object.keys(drawn.properties ?? {}).sort();
}

const parameters = (operation: AnyOperation): string[] =>
  [...pathOf(operation).matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();

describe('the list', () => {
  it('names each operation once, at a unique route', () => {
    const names = operations.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const routes = operations.map(({ http: { route } }) => route.replace(/\{\w+\}/g, '{}'));
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('contains every operation that a file exports', () => {
    const listed = new Set(operations);
    const left = [...files].filter(([operation]) => !listed.has(operation)).map(([, { file }]) => file);
    expect(left).toEqual([]);
  });

  it('is mounted so that no route with a parameter takes the requests of a fixed one', () => {
    const mounted = operations.toSorted(bySpecificity);
    const swallowed = mounted.flatMap((operation, index) => {
      const pattern = new RegExp(`^${operation.http.route.replace(/\{\w+\}/g, '[^/]+')}$`);
      return mounted
        .slice(index + 1)
        .filter(({ http: { route } }) => pattern.test(route))
        .map(({ name }) => `${operation.name} swallows ${name}`);
    });
    expect(swallowed).toEqual([]);
  });
});

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (name, operation) => {
    it('is named verb and noun, as are its file and export', () => {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
      expect(verbs).toContain(name.split('_')[0]);
      const { file, exported } = files.get(operation) ?? { file: 'in no file', exported: '' };
      expect(path.basename(file)).toBe(`${name.replaceAll('_', '-')}.ts`);
      expect(exported).toBe(camel(name));
    });

    it('has a one-line summary, without a full stop', () => {
      expect(operation.summary).toMatch(/^[A-Z].{8,110}[^.\s]$/);
      expect(operation.summary).not.toContain('\n');
      expect(operation.http.tag).toMatch(/^[a-z]+$/);
    });

    it('declares an output schema, or a content type', () => {
      expect(operation.output !== undefined || operation.http.produces !== undefined).toBe(true);
    });

    it('takes exactly the path parameters of its route', () => {
      const { path: schema } = operation.input ?? {};
      expect(schema ? keysOf(schema) : []).toEqual(parameters(operation));
    });

    it('refuses unknown properties in its body', () => {
      if (!operation.input?.body) return;
      const parsed = operation.input.body.safeParse({ 'no such property': true });
      const unknown = parsed.error?.issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys
          : (JSON.stringify(issue).match(/no such property/) ?? []),
      );
      expect(unknown).toContain('no such property');
    });

    it('only reads if it is a GET, and fails only with codes in the error table', () => {
      if (methodOf(operation) === 'GET') expect(operation.input?.body).toBeUndefined();
      for (const code of operation.errors ?? []) expect(Object.keys(statusOfCode)).toContain(code);
    });

    it('tells agents its title, when to use it, and its effects', () => {
      for (const tool of toolsOf(operation)) {
        expect(tool.title).toMatch(/^[A-Z].{3,59}[^.]$/);
        const words = tool.description ?? operation.description ?? '';
        expect(words.length).toBeGreaterThanOrEqual(40);
        expect(words.length).toBeLessThanOrEqual(1200);
        if (methodOf(operation) === 'GET') expect(tool.readOnly).toBe(true);
        if (methodOf(operation) === 'DELETE') expect(tool.destructive).toBe(true);
        if (tool.readOnly) expect(tool.destructive ?? false).toBe(false);
      }
    });

    it('is in the document under its name', () => {
      const drawn = paths[pathOf(operation)]?.[methodOf(operation).toLowerCase()];
      expect(drawn?.operationId).toBe(name);
    });
  },
);
