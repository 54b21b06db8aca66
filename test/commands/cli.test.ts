// The command `marque` of apps that install the package.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from '@jest/globals';
import { buildDist } from '../../src/dist.mjs';

async function marque(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ['dist/src/commands/cli.js', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_ENV: 'test' },
  });
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

beforeAll(() => buildDist({ declarations: false }));

it('lists its commands', async () => {
  for (const args of [[], ['--help']]) {
    const { code, stdout, stderr } = await marque(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const command of ['init', 'doctor', 'start', 'key', 'password', 'mcp', 'verify'])
      expect(stdout).toContain(`\n  ${command} `);
  }
});

it('passes arguments on to a command', async () => {
  const { code, stderr } = await marque('key', '--scope', 'own');
  expect(code).toBe(1);
  expect(stderr).toContain('--workspace acme/library');
});

it('fails for a command that does not exist', async () => {
  const { code, stderr } = await marque('constructor');
  expect(code).toBe(1);
  expect(stderr).toContain('There is no command "constructor".');
});
