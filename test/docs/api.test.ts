// The table of errors in docs/api.md lists every code with its status.
import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { statusOfCode } from '../../src/core/errors.ts';

it('docs/api.md lists every error code with its status', async () => {
  const page = await readFile('docs/api.md', 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \|/gm)];

  expect(Object.fromEntries(rows.map(([, code = '', status]) => [code, Number(status)]))).toEqual(
    statusOfCode,
  );
});
