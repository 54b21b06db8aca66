// Style Dictionary over a brand's tokens: names and values are ours, files and references are its own.
import type { Config, TransformedToken } from 'style-dictionary/types';
import type { Token, TokenSource, TokenValue } from './contract.ts';
import { namesOf, type NameStyle } from './names.ts';

/** How a language writes a value. Null: it has none for it, and the token is left out. */
export interface Language {
  names: NameStyle;
  value: (
    value: Exclude<TokenValue, { type: 'alias' }>,
    token: Token,
    reference: (key: string) => string,
  ) => string | null;
  /** As Style Dictionary's own formats know types; left out: as the token's. */
  type?: (token: Token, resolved: TokenValue) => string;
  /** One of Style Dictionary's formats, and its options. */
  format: string;
  options?: Record<string, unknown>;
  /** As the file begins; each line without the language's comment signs. */
  destination: string;
}

/** Aliases resolved to what they say in the end; an alias names a token that is none. */
function resolved(source: TokenSource, value: TokenValue): Exclude<TokenValue, { type: 'alias' }> | null {
  if (value.type !== 'alias') return value;
  const named = source.tokens.find(({ key }) => key === value.of)?.value;
  return named === undefined || named.type === 'alias' ? null : named;
}

/** Text without characters that no source file or XML may hold, nor a line's end. */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029\ufffe\uffff]/gu, ' ');

/** Text that Style Dictionary must not take for a reference, nor a comment or the element around it for its end. */
const harmless = (text: string): string =>
  onOneLine(text)
    .replace(/[{}<>]/g, '')
    .replace(/\*\/|--/g, ' ');

/** JSON as it may stand in a script element, too: `</script` and `<!--` mean something there, and U+2028 once ended a line. */
export const jsonForScripts = (json: string): string =>
  json.replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What stands at the head of every file. */
export function headerOf({ brand, context }: TokenSource): string[] {
  const where = context === null ? '' : `, ${harmless(context)}`;
  return [
    `Design tokens of ${harmless(brand.name)}${where}. Made by Marque: change the brand, not this file.`,
  ];
}

/**
 * Writes a file. Aliases stay references where the format has any.
 * @returns the file's text, the same bytes for the same brand.
 */
export async function writeWith(source: TokenSource, language: Language): Promise<string> {
  // A large library that few processes ever need.
  const { default: StyleDictionary } = await import('style-dictionary');
  const names = namesOf(source.tokens, language.names);
  const nameOf = (key: string): string => names.get(key) ?? key;
  const tree: Record<string, { $value: string; $type: string }> = {};
  for (const token of source.tokens) {
    const last = resolved(source, token.value);
    const text = last && language.value(last, token, (key) => `{${nameOf(key)}}`);
    if (!last || text === null) continue;
    tree[nameOf(token.key)] = {
      $value: token.value.type === 'alias' ? `{${nameOf(token.value.of)}}` : text,
      $type: language.type?.(token, last) ?? last.type,
    };
  }
  const config: Config = {
    tokens: tree,
    usesDtcg: true,
    log: { verbosity: 'silent', warnings: 'disabled' },
    hooks: {
      transforms: {
        'marque/name': { type: 'name', transform: ({ path }: TransformedToken) => path.join('') },
      },
      fileHeaders: { marque: () => headerOf(source) },
    },
    platforms: {
      code: {
        transforms: ['marque/name'],
        files: [
          {
            destination: language.destination,
            format: language.format,
            options: { outputReferences: true, fileHeader: 'marque', ...language.options },
          },
        ],
      },
    },
  };
  const dictionary = new StyleDictionary(config, { init: false });
  await dictionary.init({ verbosity: 'silent', warnings: 'disabled' });
  const [file] = await dictionary.formatPlatform('code');
  const output = file?.output;
  return typeof output === 'string' ? `${output.trim()}\n` : '';
}
