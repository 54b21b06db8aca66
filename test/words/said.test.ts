// The German of sentences that come in English: each is still said somewhere.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { said } from '../../src/words/de/said.ts';

/** What packages say: zod's problems with a value. */
const ofPackages = /^(Invalid |Missing\. |Too (big|small): )/;

/** Put together from parts where they're said. */
const composed = [
  "A collection that you can't see",
  'A collection with this name already exists.',
  'Directly on this {{kind}}',
  'Review link of a collection it is in',
  'Review link of a collection it is in, with a password',
  'Review link, with a password',
  'Share link of a collection it is in',
  'Share link of a collection it is in, with a password',
  'Share link, with a password',
];

let sources = '';
beforeAll(async () => {
  const folders = ['src', 'endpoints', 'collections', 'plugins'].map(async (folder) =>
    (await readdir(folder, { recursive: true })).map((file) => path.join(folder, file)),
  );
  const files = (await Promise.all(folders))
    .flat()
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.startsWith('src/words/de/'));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  sources = texts.join('\n').replaceAll("\\'", "'");
});

const whole = Object.keys(said).filter((one) => !ofPackages.test(one) && !composed.includes(one));
it.each(whole)('%s', (sentence) => {
  // Reasons of previews continue "It".
  const reason = sentence.replace(/^It (.*)\.$/, '$1');
  const parts = reason.split(/\{\{\w+\}\}/).map((part) => part.trim());
  for (const part of parts) expect(sources.includes(part)).toBe(true);
});
