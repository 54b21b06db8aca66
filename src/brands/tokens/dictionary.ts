// Style Dictionary for a brand's tokens: names and values are ours; it writes files and references.
import type { Config, TransformedToken } from 'style-dictionary/types';
import type { Token, TokenSource, TokenValue } from './contract.ts';
import { namesOf, type NameStyle } from './names.ts';

/** Formats a value. Null: the language has no equivalent, and the token is left out. */
export interface Language {
  names: NameStyle;
  value: (
    value: Exclude<TokenValue, { type: 'alias' }>,
    token: Token,
    reference: (key: string) => string,
  ) => string | null;
  /** The type for Style Dictionary's own formats. Default: the token's. */
  type?: (token: Token, resolved: TokenValue) => string;
  /** One of Style Dictionary's formats, and its options. */
  format: string;
  options?: Record<string, unknown>;
  /** The file header; each line without comment signs. */
  destination: string;
}

/** Resolves aliases to their final value; an alias itself isn't a token then. */
function resolved(source: TokenSource, value: TokenValue): Exclude<TokenValue, { type: 'alias' }> | null {
  if (value.type !== 'alias') return value;
  const named = source.tokens.find(({ key }) => key === value.of)?.value;
  return named === undefined || named.type === 'alias' ? null : named;
}

/** Text without characters that source files or XML can't contain, or line breaks. */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029\ufffe\uffff]/gu, ' ');

/**
 * Text that Style Dictionary can't mistake for a reference, and that can't close a comment or an element
 * around it.
 */
const harmless = (text: string): string =>
  onOneLine(text)
    .replace(/[{}<>]/g, '')
    .replace(/\*\/|--/g, ' ');

/** What is said of each rule, by the key of the first of its tokens; the others would only repeat it. */
export function commentsOf(tokens: readonly Token[]): Map<string, string> {
  const said = new Set<Token['rule']>([null]);
  return new Map(
    tokens.flatMap(({ key, rule, description }) => {
      const comment = description === null ? '' : harmless(description).trim();
      if (comment === '' || said.has(rule)) return [];
      said.add(rule);
      return [[key, comment] as const];
    }),
  );
}

/**
 * JSON that is safe in a script element: `</script` and `<!--` are special there, and U+2028 used to be a
 * line terminator.
 */
export const jsonForScripts = (json: string): string =>
  json.replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The header of every file. */
export function headerOf({ brand, context }: TokenSource): string[] {
  const where = context === null ? '' : `, ${harmless(context)}`;
  return [
    `Design tokens of ${harmless(brand.name)}${where}. Made by Marque: change the brand, not this file.`,
  ];
}

/**
 * Writes a file. Aliases stay references if the format supports them.
 * @returns the file's text, the same bytes for the same brand.
 */
export async function writeWith(source: TokenSource, language: Language): Promise<string> {
  // A large library that few processes need.
  const { default: StyleDictionary } = await import('style-dictionary');
  const names = namesOf(source.tokens, language.names);
  const nameOf = (key: string): string => names.get(key) ?? key;
  const tree: Record<string, { $value: string; $type: string; comment?: string }> = {};
  const comments = commentsOf(source.tokens);
  for (const token of source.tokens) {
    const last = resolved(source, token.value);
    const text = last && language.value(last, token, (key) => `{${nameOf(key)}}`);
    if (!last || text === null) continue;
    tree[nameOf(token.key)] = {
      $value: token.value.type === 'alias' ? `{${nameOf(token.value.of)}}` : text,
      $type: language.type?.(token, last) ?? last.type,
      ...(comments.has(token.key) ? { comment: comments.get(token.key) ?? '' } : {}),
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
