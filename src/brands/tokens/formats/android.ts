// Android resources: colours, dimensions and numbers as values/ has them.
import type { TokenFormat } from '../contract.ts';
import { onOneLine, writeWith, type Language } from '../dictionary.ts';

const round = (value: number): number => Math.round(value * 1e4) / 1e4;
/** Text of a string resource: XML, with the quotes and backslashes that aapt takes for its own. */
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

const value: Language['value'] = (said, token) => {
  switch (said.type) {
    case 'color':
      return `#${said.hex.slice(7)}${said.hex.slice(1, 7)}`;
    case 'dimension': {
      // A pixel of CSS is a dp, and an sp where it is the size of type.
      const unit = token.rule?.type === 'font' ? 'sp' : 'dp';
      if (said.unit === 'px') return `${round(said.value)}${unit}`;
      if (said.unit === 'rem') return `${round(said.value * 16)}${unit}`;
      return said.unit === 'pt' ? `${round((said.value * 4) / 3)}${unit}` : null;
    }
    case 'duration':
      return String(Math.round(said.unit === 's' ? said.value * 1000 : said.value));
    case 'fontWeight':
      return String(said.value);
    case 'number':
      return String(said.value);
    case 'fontFamily':
      return resource(said.families[0] ?? '');
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
    // A number with a fraction has no tag of its own.
    return text.replace(/<item name=/g, '<item format="float" type="dimen" name=');
  },
};
