// Android resources: colors, dimensions and numbers for values/.
import type { TokenFormat } from '../contract.ts';
import { onOneLine, writeWith, type Language } from '../dictionary.ts';

const round = (value: number): number => Math.round(value * 1e4) / 1e4;
/** Text of a string resource: XML, with the quotes and backslashes that aapt interprets. */
const resource = (text: string): string =>
  onOneLine(text)
    .replace(/[{}]/g, '')
    .replace(/\\/g, '\\\\')
    .replace(/'/g, "\\'")
    .replace(/"/g, '\\"')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/^[@?]/, '\\$&');

const value: Language['value'] = (tokenValue, token) => {
  switch (tokenValue.type) {
    case 'color':
      return `#${tokenValue.hex.slice(7)}${tokenValue.hex.slice(1, 7)}`;
    case 'dimension': {
      // A CSS pixel is a dp, and an sp for font sizes.
      const unit = token.rule?.type === 'font' ? 'sp' : 'dp';
      if (tokenValue.unit === 'px') return `${round(tokenValue.value)}${unit}`;
      if (tokenValue.unit === 'rem') return `${round(tokenValue.value * 16)}${unit}`;
      return tokenValue.unit === 'pt' ? `${round((tokenValue.value * 4) / 3)}${unit}` : null;
    }
    case 'duration':
      return String(Math.round(tokenValue.unit === 's' ? tokenValue.value * 1000 : tokenValue.value));
    case 'fontWeight':
      return String(tokenValue.value);
    case 'number':
      return String(tokenValue.value);
    case 'fontFamily':
      return resource(tokenValue.families[0] ?? '');
    default:
      return null;
  }
};

export const android: TokenFormat = {
  name: 'android',
  title: 'Android resources',
  mime: 'application/xml',
  ending: '.xml',
  write: async (source) => {
    const text = await writeWith(source, {
      names: 'snake',
      value,
      type: (_, { type }) => type,
      format: 'android/resources',
      options: {
        resourceMap: {
          color: 'color',
          dimension: 'dimen',
          duration: 'integer',
          fontWeight: 'integer',
          number: 'item',
          fontFamily: 'string',
        },
      },
      destination: 'tokens.xml',
    });
    // Fractional numbers have no tag of their own.
    return text.replace(/<item name=/g, '<item format="float" type="dimen" name=');
  },
};
