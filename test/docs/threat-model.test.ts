// docs/threat-model.md: every line names tests, and they are where it says they are.
import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';

const rows = (await readFile('docs/threat-model.md', 'utf8'))
  .split('\n')
  .filter((line) => /^\| (?!They try to|What happens)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, threat = '', , tests = '']) => ({ threat, tests }));

it('names at least one test for each threat, and each expects something', async () => {
  expect(rows.length).toBeGreaterThan(20);
  for (const { threat, tests } of rows) {
    const links = [...tests.matchAll(/\[([^\]]+)\]\(\.\.\/(test\/[^)]+\.test\.tsx?)\)/g)];
    expect([threat, links.length > 0]).toEqual([threat, true]);
    for (const [, shown = '', file = ''] of links) {
      expect([threat, file]).toEqual([threat, expect.stringContaining(`/${shown}.test.ts`)]);
      expect([file, await readFile(file, 'utf8').catch(() => 'missing')]).toEqual([
        file,
        expect.stringContaining('expect('),
      ]);
    }
  }
});
