// Untrusted input of a request besides files: its JSON, query, headers, and the small languages of paths and
// parameters.
import { getQueryParams } from 'hono/utils/url';
import { cookieOf } from '../../src/core/access/payload/workspace-field.ts';
import { SearchParameters } from '../../src/assets/search/search-query.ts';
import { rangeOf } from '../../src/assets/delivery/serve-piece.ts';
import { parseTransform } from '../../src/assets/delivery/parse-transform.ts';
import { accepts } from '../../src/assets/delivery/transform.ts';
import { segmentsOf } from '../../src/brands/git/located.ts';
import { names } from '../../src/lib/entity-tags.ts';
import { parseJson } from '../../src/lib/json.ts';
import { parser, repeated, type Parser } from './growth.ts';

const request = (headers: Record<string, string>) =>
  ({ method: 'GET', headers: new Headers(headers) }) as never;
const header = (name: string, pattern: string, read: (value: string) => unknown): Parser =>
  parser({ name: `header: ${name}`, start: 4000, input: (size) => repeated(size, () => pattern), read });
/** Up to 2 MB; a body may have 4. */
const json = (name: string, text: (size: number) => string): Parser =>
  parser({ name: `json: ${name}`, start: 64_000, input: (size) => Buffer.from(text(size)), read: parseJson });
/** A query as the app reads it, with Hono. */
const search = (name: string, pattern: (at: number) => string): Parser =>
  parser({
    name: `search: ${name}`,
    // Doubled five times, all that the headers of a request may have.
    start: 2000,
    input: (size) => repeated(size, pattern),
    read: (text) => SearchParameters.safeParse(getQueryParams(`http://marque.example/?${text}`)),
  });

export const requestParsers: Parser[] = [
  // Beyond the maximum number of values it is refused without being parsed: long values get close to that.
  json('values', (size) => `[${repeated(size, () => '"a word of some forty characters, or more", ')}0]`),
  json('members', (size) => `{${repeated(size, (at) => `"a name of some forty characters ${at}":0,`)}"a":0}`),
  json('commas', (size) => `[${repeated(size, () => ',')}`),
  json('levels', (size) => '['.repeat(size)),
  json('quotes', (size) => `["${'\\"'.repeat(size / 2)}"]`),
  json('backslashes', (size) => `["${'\\\\'.repeat(size / 2)}"]`),
  json('backslashes and quotes', (size) => `["${`${'\\'.repeat(99)}"`.repeat(size / 100)}"]`),
  json('strings open', (size) => `["${'a'.repeat(size)}`),
  json('white space', (size) => `[${' '.repeat(size)}]`),
  json('digits', (size) => `[${'1'.repeat(size)}]`),

  search('unknown names', (at) => `name${at}=1&`),
  search('one name many times', (at) => `tag=${at}&`),
  search('fields', (at) => `f.key${at}.gte=1&`),
  // Not `&&&…`: Hono looks for each one's `=` up to the end. 64 KB, the maximum for headers, takes it 16 ms.
  search('percent signs', () => '%'),

  parser({
    name: 'transform',
    start: 8000,
    input: (size) => repeated(size, (at) => `w_${at},`),
    read: parseTransform,
  }),
  parser({
    name: 'path of an issue',
    start: 8000,
    input: (size) => repeated(size, (at) => `a[${at}].`),
    read: segmentsOf,
  }),
  header('cookie', 'a=b; ', (value) => cookieOf(new Headers({ cookie: value }), 'c')),
  header('cookie, spaces', ' ', (value) => cookieOf(new Headers({ cookie: `a${value}=${value}b` }), 'c')),
  header('cookie, semicolons', ';', (value) => cookieOf(new Headers({ cookie: value }), 'c')),
  header('range', 'bytes=1-2,', (value) => rangeOf(request({ range: value }), 1000, '"a"')),
  header('accept', 'image/avif;q=0.1, ', (value) => accepts(value, 'image/webp')),
  header('accept, spaces', ' ', (value) => accepts(`a${value}b`, 'image/webp')),
  header('if-none-match', '"a", ', (value) => names(value, '"b"')),
  header('if-none-match, open', '"', (value) => names(value, '"b"')),
];
