// Transforms of what has no pixels of its own: SVG, which is drawn at any size, and documents of several pages.
import { describe, expect, test } from '@jest/globals';
import { parseTransform } from '../../../src/assets/delivery/parse-transform.ts';
import {
  alternativesFor,
  noRules,
  resolveTransform,
  type Source,
} from '../../../src/assets/delivery/transform.ts';

describe('a rendition of an SVG', () => {
  test('is drawn beyond its nominal size, up to 4096 pixels, where a size is asked for', () => {
    const icon: Source = { mime: 'image/svg+xml', width: 24, height: 12 };
    const resolved = (text: string, source = icon) =>
      resolveTransform(parseTransform(text), source, null).rendition;
    const about = { q: 80, f: 'png' };
    expect(resolved('w_800')).toEqual({ w: 800, fit: 'inside', scaled: true, ...about });
    expect(resolved('h_100')).toEqual({ h: 100, fit: 'inside', scaled: true, ...about });
    expect(resolved('w_8000')).toEqual({ w: 4096, fit: 'inside', scaled: true, ...about });
    expect(resolved('w_300,h_300')).toEqual({ w: 300, h: 300, fit: 'cover', scaled: true, ...about });
    expect(resolved('w_8000,h_8000')).toEqual({ w: 2048, h: 2048, fit: 'cover', scaled: true, ...about });
    // As it is, and smaller, as before.
    for (const text of ['f_png', 'w_24', 'h_12', 'rot_auto'])
      expect([text, resolved(text)]).toEqual([text, { fit: 'inside', ...about }]);
    expect(resolved('w_12')).toEqual({ w: 12, fit: 'inside', ...about });
    const large = { ...icon, width: 5000, height: 2500 };
    expect(resolved('w_8000', large)).toEqual({ fit: 'inside', ...about });
    expect(resolved('w_4500', large)).toEqual({ w: 4500, fit: 'inside', ...about });
    const names = alternativesFor('image/svg+xml', 24, 12).map(({ name }) => name);
    expect(names).toEqual(['thumb', 'small', 'medium', 'large']);
  });
});

describe('the renditions in a description', () => {
  test('are the pages of a document with several, and no more than a hundred of them', () => {
    const pagesOf = (pages: number | null, rules = noRules, width = 2560) =>
      alternativesFor('image/png', width, 1810, rules, pages).filter(({ name }) => name.startsWith('page_'));
    expect([pagesOf(null), pagesOf(1)]).toEqual([[], []]);
    expect(pagesOf(3)).toEqual([
      { name: 'page_1', transform: 'w_1280,f_webp' },
      { name: 'page_2', transform: 'page_2,w_1280,f_webp' },
      { name: 'page_3', transform: 'page_3,w_1280,f_webp' },
    ]);
    expect(pagesOf(500)).toHaveLength(100);
    const small = { ...noRules, maxPixels: 500_000, formats: ['jpeg' as const] };
    expect(pagesOf(2, small)).toEqual([
      { name: 'page_1', transform: 'w_640,f_jpeg' },
      { name: 'page_2', transform: 'page_2,w_640,f_jpeg' },
    ]);
    expect(pagesOf(2, { ...noRules, maxPixels: 100 })).toEqual([]);
  });
});
