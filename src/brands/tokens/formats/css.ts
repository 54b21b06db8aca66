// CSS custom properties. Aliases stay `var(…)`.
import type { TokenFormat } from '../contract.ts';
import { cssValue } from '../css-values.ts';
import { writeWith } from '../dictionary.ts';

export const css: TokenFormat = {
  name: 'css',
  title: 'CSS custom properties',
  mime: 'text/css',
  ending: '.css',
  takesSelector: true,
  write: (source) =>
    writeWith(source, {
      names: 'kebab',
      value: cssValue,
      format: 'css/variables',
      options: { selector: [...(source.place ?? [':root'])], formatting: { commentPosition: 'above' } },
      destination: 'tokens.css',
    }),
};
