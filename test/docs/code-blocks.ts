// The code blocks of a page of the docs.
import { readFile } from 'node:fs/promises';

export interface CodeBlock {
  /** `ts`, `tsx`, `json`, `sh`. */
  language: string;
  /** The file that it is, as its title says: ```` ```ts title="folder/file.ts" ````. */
  file: string | null;
  code: string;
}

export async function codeBlocks(page: string): Promise<CodeBlock[]> {
  const text = await readFile(page, 'utf8');
  return [...text.matchAll(/^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$/gms)].map(
    ([, language = '', file = null, code = '']) => ({ language, file, code }),
  );
}
