// Sentences by key: plurals as the language has them, placeholders, and numbers as it writes them.
import { describe, expect, it } from '@jest/globals';
import { filled, phrasingOf, saidIn, sentenceAt, translated, type Phrases } from '../../src/lib/phrases.ts';

const phrases: Phrases = {
  review: {
    title: 'Review',
    waiting_one: '{{count}} waiting',
    waiting_few: '{{count}} czekają',
    waiting_other: '{{count}} are waiting',
  },
};
const say = (
  key: string,
  values: Record<string, string | number> = {},
  locale = 'en',
): string | undefined => {
  const sentence = sentenceAt(phrases, key, values.count, phrasingOf(locale));
  return sentence && filled(sentence, values, phrasingOf(locale));
};

describe('sentences by key', () => {
  it('are found by the parts of the key', () => {
    expect(say('review:title')).toBe('Review');
    for (const missing of ['review', 'review:none', 'review:title:more', 'none:title', 'toString', ''])
      expect(say(missing)).toBeUndefined();
  });

  it('have the plural of the language', () => {
    expect(say('review:waiting', { count: 1 })).toBe('1 waiting');
    expect(say('review:waiting', { count: 0 })).toBe('0 are waiting');
    expect(say('review:waiting', { count: 0 }, 'fr')).toBe('0 waiting');
    expect(say('review:waiting', { count: 3 }, 'pl')).toBe('3 czekają');
  });

  it('write numbers as the language does, and texts as they are', () => {
    expect(say('review:waiting', { count: 12345 })).toBe('12,345 are waiting');
    expect(say('review:waiting', { count: 12345 }, 'de')).toBe('12.345 are waiting');
    expect(filled('{{name}} of {{place}}', { name: '$& {{place}}' }, phrasingOf('en'))).toBe(
      '$& {{place}} of {{place}}',
    );
  });
});

describe('sentences that come in English', () => {
  const said = {
    'No limit': 'Unlimited',
    'Key of {{owner}}: {{words}}': 'Key by {{owner}}: {{words}}',
    'Key of workspace {{name}}': 'Place key: {{name}}',
    'Workspace {{name}}': 'Place {{name}}',
    'At least {{count}} (of {{all}}).': 'Or more: {{count}}.',
  };

  it('are found whole, or by what stands around their names', () => {
    expect(translated(said, 'No limit')).toBe('Unlimited');
    expect(translated(said, 'Key of workspace Library')).toBe('Place key: Library');
    expect(translated(said, 'Key of Olu: Workspace No limit')).toBe('Key by Olu: Place No limit');
    expect(translated(said, 'At least 3 (of 5).')).toBe('Or more: 3.');
    expect(translated(said, 'Key of {{words}}: $& {{owner}}')).toBe('Key by {{words}}: $& {{owner}}');
  });

  it('stay as they are where there is no translation', () => {
    for (const text of ['', 'no limit', 'toString', 'Key of ', 'Unlimited'])
      expect(translated(said, text)).toBe(text);
  });

  it('are of each namespace', () => {
    const phrases = { marque: { said, review: {} }, campaigns: { said: { Launch: 'Start' } }, none: {} };
    expect(translated(saidIn(phrases), 'Launch')).toBe('Start');
    expect(translated(saidIn(phrases), 'No limit')).toBe('Unlimited');
  });
});
