// Sass variables, each before it is used.
import type { TokenFormat } from '../contract.ts';
import { cssValue } from '../css-values.ts';
import { writeWith } from '../dictionary.ts';

export const scss: TokenFormat = {
  name: 'scss',
  title: 'Sass variables',
  mime: 'text/x-scss',
  ending: '.scss',
  write: (source) =>
    writeWith(source, {
      names: 'kebab',
      value: cssValue,
      format: 'scss/variables',
      options: { formatting: { commentPosition: 'above' } },
      destination: 'tokens.scss',
    }),
};
