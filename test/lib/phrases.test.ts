// Sentences by key: plurals as the language has them, placeholders, and numbers as it writes them.
import { describe, expect, it } from '@jest/globals';
import { filled, phrasingOf, sentenceAt, type Phrases } from '../../src/lib/phrases.ts';

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
