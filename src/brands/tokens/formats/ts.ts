// A TypeScript module with one constant per token, texts included.
import { cssValue } from '../css-values.ts';
import type { TokenFormat } from '../contract.ts';
import { commentsOf, headerOf, jsonForScripts } from '../dictionary.ts';
import { namesOf } from '../names.ts';

/** JSON is JavaScript since ES2019. */
const literal = (value: unknown): string => jsonForScripts(JSON.stringify(value));

// Not written by Style Dictionary: it treats any text with braces as a reference, and brand texts may contain
// some.
export const ts: TokenFormat = {
  name: 'ts',
  title: 'TypeScript constants',
  mime: 'text/typescript',
  ending: '.ts',
  write: (source) => {
    const { tokens } = source;
    const names = namesOf(tokens, 'camel', ['tokens']);
    const comments = commentsOf(tokens);
    const nameOf = (key: string): string => names.get(key) ?? key;
    const written = new Map(
      tokens.map(({ key, value }) => {
        if (value.type === 'alias') return [key, nameOf(value.of)] as const;
        if (value.type === 'number' || value.type === 'fontWeight')
          return [key, literal(value.value)] as const;
        if (value.type === 'text') return [key, literal(value.text)] as const;
        if (value.type === 'list') return [key, `${literal(value.entries)} as const`] as const;
        if (value.type === 'fontFamily') return [key, `${literal(value.families)} as const`] as const;
        const css = cssValue(value, { key, value, description: null, rule: null }, (of) => {
          const named = tokens.find((token) => token.key === of)?.value;
          return named?.type === 'color' ? named.hex : 'transparent';
        });
        return [key, literal(css)] as const;
      }),
    );
    const isAlias = (key: string): boolean => tokens.find((one) => one.key === key)?.value.type === 'alias';
    const line = ({ key }: { key: string }): string => {
      const comment = comments.get(key);
      return `${comment === undefined ? '' : `/** ${comment} */\n`}export const ${nameOf(key)} = ${written.get(key) ?? 'null'};`;
    };
    return [
      ...headerOf(source).map((text) => `// ${text}`),
      '',
      ...tokens.filter(({ key }) => !isAlias(key)).map(line),
      ...tokens.filter(({ key }) => isAlias(key)).map(line),
      '',
      '/** Every token by its key. */',
      'export const tokens = {',
      ...tokens.map(({ key }) => `  ${literal(key)}: ${nameOf(key)},`),
      '} as const;',
      '',
      'export type TokenKey = keyof typeof tokens;',
      '',
    ].join('\n');
  },
};
