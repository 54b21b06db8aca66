// The usage rights of downloaded files as a text that stays beside them.
import type { Rights } from '../assets/schemas.ts';
import type { AiAnswer } from '../lib/made-by-ai.ts';
import { dayText } from './words.ts';

/** The name of the text in a zip. */
export const rightsFile = 'Usage rights.txt';

export interface FileWithRights {
  filename: string;
  metadata: { title?: string; creator?: string; copyright?: string } | null;
  rights: Rights | null;
  ai: AiAnswer;
  /** How it must be credited, and what else its use asks for. */
  credit: string | null;
  terms: string | null;
}

/** SQL: the last two of asset `a`. */
export const usageSql = (a: string): string =>
  `(select u.credit from marque.asset_usage u where u.asset_id = ${a}.id) as credit, (select u.terms from marque.asset_usage u where u.asset_id = ${a}.id) as terms`;

/** On one line: a name can't look like a line of its own. */
const line = (text: string): string => text.replace(/\s+/g, ' ').trim();

function linesOf({ filename, metadata, rights, ai, credit, terms }: FileWithRights): string[] {
  const { title, creator, copyright } = metadata ?? {};
  const { license, territories, channels, expires, modelRelease } = rights ?? {};
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['Title', title],
    ['Creator', creator],
    ['Copyright', copyright],
    ['Credit line', credit],
    ['License', license],
    ['Territories', territories?.join(', ')],
    ['Channels', channels?.join(', ')],
    ['Usable until', expires && dayText(expires)],
    ['Model release', modelRelease?.replaceAll('-', ' ')],
    ['Terms', terms],
    ['Made with AI', ai === 'yes' ? 'yes' : null],
  ];
  const known = facts.flatMap(([name, value]) => (value ? [`  ${name}: ${line(value)}`] : []));
  return [line(filename), ...(known.length > 0 ? known : ['  No usage rights are recorded.'])];
}

/** @param from where it was downloaded: an address, or who shared it */
export function rightsText({
  title,
  from,
  terms = null,
  files,
}: {
  title: string;
  from: string;
  terms?: string | null;
  files: readonly FileWithRights[];
}): string {
  return [
    line(title),
    `Downloaded on ${dayText(new Date())} from ${line(from)}`,
    ...(terms === null ? [] : ['', 'Terms of use', '', terms.trim()]),
    '',
    'Usage rights of the files',
    ...files.flatMap((file) => ['', ...linesOf(file)]),
    '',
  ].join('\n');
}
