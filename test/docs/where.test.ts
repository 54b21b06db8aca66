// docs/where.md names one place for each thing, and the places are what it says they are.
import { describe, expect, it } from '@jest/globals';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

const entries = (await readFile('docs/where.md', 'utf8'))
  .split(/^### /m)
  .slice(1)
  .map((entry) => {
    const [title = '', ...lines] = entry.split('\n');
    const places = [...lines.join('\n').matchAll(/\*\*\[([^\]]+)\]\(\.\.\/([^)]+)\)\*\*/g)];
    return { title, places: places.map(([, shown = '', link = '']) => ({ shown, link })) };
  });

/** The sources below these folders, with their texts. */
async function sourcesIn(...folders: string[]): Promise<[file: string, text: string][]> {
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((name) => path.posix.join(folder, name)),
    ),
  );
  const sources = names.flat().filter((name) => /\.tsx?$/.test(name) && !name.includes('/generated/'));
  return Promise.all(
    sources.map(async (name): Promise<[string, string]> => [name, await readFile(name, 'utf8')]),
  );
}

describe('docs/where.md', () => {
  it('names exactly one existing place for each thing', async () => {
    expect(entries.length).toBeGreaterThan(30);
    for (const { title, places } of entries) {
      expect([title, places.length]).toEqual([title, 1]);
      for (const { shown, link } of places) {
        expect([title, shown]).toEqual([title, link]);
        expect(await stat(link).catch(() => title)).not.toBe(title);
      }
    }
  });

  it('names no folder with a file that its index forgot', async () => {
    const folders = entries
      .flatMap(({ places }) => places.map(({ link }) => link))
      .filter((link) => link.endsWith('/'));
    const everything = (await sourcesIn('src')).map(([, source]) => source).join('\n');
    let checked = 0;
    for (const folder of folders) {
      if (!(await stat(path.join(folder, 'index.ts')).catch(() => null))) continue;
      checked += 1;
      const beside = (await sourcesIn(folder)).map(([, source]) => source).join('\n');
      const forgotten = (await readdir(folder)).filter(
        (name) =>
          name !== 'index.ts' &&
          !beside.includes(`'./${name}'`) &&
          !beside.includes(`'./${name}/index.ts'`) &&
          !everything.includes(`/${path.basename(folder)}/${name}'`),
      );
      expect([folder, forgotten]).toEqual([folder, []]);
    }
    expect(checked).toBeGreaterThan(3);
  });

  it('finds the texts of a 404 in one place', async () => {
    const texts = [
      "Not found, or you don't have access.",
      'Not found. Check the URL.',
      'Page not found',
      'Check the address, or ask the person who gave it to you.',
    ];
    const sources = await sourcesIn('src', 'endpoints', 'collections', 'plugins');
    for (const text of texts) {
      const says = (source: string): boolean => source.includes(`'${text}'`) || source.includes(`"${text}"`);
      const files = sources.filter(([, source]) => says(source)).map(([file]) => file);
      expect([text, files]).toEqual([text, ['src/core/errors.ts']]);
    }
  });

  it('finds the texts of mails in mails.ts', async () => {
    const sources = await sourcesIn('src', 'endpoints', 'plugins');
    const sending = sources.filter(([, source]) => /\bparagraphs: \[/.test(source)).map(([file]) => file);
    expect(sending.length).toBeGreaterThan(3);
    expect(sending.filter((file) => path.basename(file) !== 'mails.ts')).toEqual([]);
  });

  it('finds sentences only of events that are recorded', async () => {
    const words = await readFile('src/panel/events/event-words.ts', 'utf8');
    const types = [...words.matchAll(/^ {2}'([a-z]+\.[a-z_]+)': '/gm)].map(([, type = '']) => type);
    const recorded = (await sourcesIn('src', 'endpoints', 'plugins'))
      .filter(([file]) => !file.startsWith('src/panel/'))
      .map(([, source]) => source)
      .join('\n');
    expect(types.length).toBeGreaterThan(10);
    // The end of a type may be a verdict: `asset.change_${verdict.status}`.
    const isRecorded = (type: string): boolean =>
      recorded.includes(`'${type}'`) || recorded.includes(`\`${type.replace(/[a-z]+$/, '')}\${`);
    expect(types.filter((type) => !isRecorded(type))).toEqual([]);
  });
});
