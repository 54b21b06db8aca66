// Colors that the library is searched for: how they are in the address, and the ones that it offers.
import { hexColor, hexOf, rgbOf } from '../../lib/picture-colors/color.ts';
import type { PlainKey } from '../../words/keys.ts';

/** As the address has it, six digits in lower case without `#`; null for anything else. */
export function colorIn(text: string | null): string | null {
  const hex = (text ?? '').trim();
  return hexColor.test(hex) ? hexOf(rgbOf(hex)).slice(1) : null;
}

/** Offered by name. Others are typed in. */
export const swatchKeys: Readonly<Partial<Record<string, PlainKey>>> = {
  d92d20: 'filters:red',
  f07d1a: 'filters:orange',
  f5c518: 'filters:yellow',
  '3a9d4a': 'filters:green',
  '1a9a94': 'filters:turquoise',
  '4aa3df': 'filters:lightBlue',
  '1f5fbf': 'filters:blue',
  '7b3fb0': 'filters:purple',
  e65a9b: 'filters:pink',
  '7a4a2b': 'filters:brown',
  d9b98f: 'filters:beige',
  ffffff: 'filters:white',
  '8c8c8c': 'filters:gray',
  '1a1a1a': 'filters:black',
};
