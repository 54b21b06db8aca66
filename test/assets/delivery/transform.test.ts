// Transforms: parsing, their canonical form, the resulting size and format, and the ladder.
import { describe, expect, test } from '@jest/globals';
import fc from '../../setup/random.ts';
import {
  askableFormats,
  canonical,
  fits,
  parseTransform,
} from '../../../src/assets/delivery/parse-transform.ts';
import {
  alternativesFor,
  constraintsFor,
  nextLadderStep,
  onLadder,
  resolveTransform,
  type Source,
} from '../../../src/assets/delivery/transform.ts';
import { isApiError } from '../../../src/core/errors.ts';
import {
  pictureAttributes,
  renditionsOf,
  srcsetOf,
  standardWidths,
  type SrcsetOptions,
} from '../../../src/lib/srcset.ts';
import { imageConstraints } from '../library.ts';

const photo: Source = { mime: 'image/jpeg', width: 4000, height: 3000 };
const browser = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

/** What is wrong with a transform, according to its error. */
function problems(text: string): string[] {
  try {
    parseTransform(text);
  } catch (error) {
    if (!isApiError(error) || error.code !== 'invalid_request') throw error;
    const { issues } = error.detail as { issues: { path: string; message: string }[] };
    expect(issues.map(({ path }) => path)).toEqual(issues.map(() => 'transform'));
    return issues.map(({ message }) => message);
  }
  return [];
}

describe('parsing a transform', () => {
  test('reads its parts and defaults to cover with both sides, inside with one, and quality 80', () => {
    expect(parseTransform('w_800,f_webp')).toEqual({ w: 800, fit: 'inside', q: 80, f: 'webp' });
    expect(parseTransform('h_200,w_100')).toEqual({ w: 100, h: 200, fit: 'cover', q: 80 });
    expect(parseTransform('w_800,page_3')).toEqual({ page: 3, w: 800, fit: 'inside', q: 80 });
    expect(parseTransform('page_1,w_800')).toEqual({ w: 800, fit: 'inside', q: 80 });
    expect(parseTransform('fit_fill,w_100,h_1,q_100')).toEqual({ w: 100, h: 1, fit: 'fill', q: 100 });
  });

  test('multiplies the sides by the density, as far as both may be', () => {
    expect(parseTransform('w_400,h_300,dpr_2')).toEqual({ w: 800, h: 600, fit: 'cover', q: 80 });
    expect(parseTransform('w_333,dpr_1.5')).toEqual({ w: 500, fit: 'inside', q: 80 });
    expect(parseTransform('w_4000,h_1000,dpr_4')).toMatchObject({ w: 8000, h: 2000 });
    expect(parseTransform('dpr_2')).toEqual({ fit: 'inside', q: 80 });
  });

  test('reads what changes the look, and takes being upright for granted', () => {
    expect(parseTransform('trim,w_9,bg_A0B1C2,rot_auto,gray')).toEqual({
      w: 9,
      fit: 'inside',
      q: 80,
      bg: 'a0b1c2',
      gray: true,
      trim: true,
    });
  });

  test('rounds quality up to the next five', () => {
    expect(['q_1', 'q_5', 'q_81', 'q_96'].map((text) => parseTransform(text).q)).toEqual([5, 5, 85, 100]);
  });

  test('ignores a fit with only one side', () => {
    expect(parseTransform('w_100,fit_fill').fit).toBe('inside');
  });

  test.each([
    ['', ['"" is not one of w_…, h_…, fit_…, q_…, f_…, page_…, bg_…, dpr_…, rot_…, preset_…, gray, trim']],
    [
      'w800',
      ['"w800" is not one of w_…, h_…, fit_…, q_…, f_…, page_…, bg_…, dpr_…, rot_…, preset_…, gray, trim'],
    ],
    ['w_0', ['w must be a whole number from 1 to 8000']],
    ['w_8001', ['w must be a whole number from 1 to 8000']],
    ['h_1.5', ['h must be a whole number from 1 to 8000']],
    ['w_0800', ['w must be a whole number from 1 to 8000']],
    ['w_-1', ['w must be a whole number from 1 to 8000']],
    ['w_1e3', ['w must be a whole number from 1 to 8000']],
    ['q_best', ['q must be a whole number from 1 to 100, or auto']],
    ['q_101', ['q must be a whole number from 1 to 100, or auto']],
    ['w_1,w_2', ['w is set twice']],
    ['fit_crop', ['fit must be one of cover, contain, inside, outside, fill']],
    ['bg_fff', ['bg must be a color of six hexadecimal digits, such as ffffff']],
    ['bg_red', ['bg must be a color of six hexadecimal digits, such as ffffff']],
    ['dpr_5', ['dpr must be a number from 1 to 4, such as 2 or 1.5']],
    ['dpr_0.5', ['dpr must be a number from 1 to 4, such as 2 or 1.5']],
    ['dpr_4.01', ['dpr must be a number from 1 to 4, such as 2 or 1.5']],
    ['rot_90', ['rot must be one of auto']],
    ['gray,gray', ['gray is set twice']],
    [
      'gray_1',
      ['"gray_1" is not one of w_…, h_…, fit_…, q_…, f_…, page_…, bg_…, dpr_…, rot_…, preset_…, gray, trim'],
    ],
    ['f_gif', ['f must be one of jpeg, png, webp, avif, auto']],
    [
      '__proto___1',
      [
        '"__proto___1" is not one of w_…, h_…, fit_…, q_…, f_…, page_…, bg_…, dpr_…, rot_…, preset_…, gray, trim',
      ],
    ],
    [
      'W_100',
      ['"W_100" is not one of w_…, h_…, fit_…, q_…, f_…, page_…, bg_…, dpr_…, rot_…, preset_…, gray, trim'],
    ],
    [`w_1${','.repeat(300)}`, ['is too long; write it like w_800,f_webp']],
  ])('rejects %j', (text, messages) => {
    expect(problems(text)).toEqual(messages);
  });

  test('names every problem at once', () => {
    expect(problems('w_0,f_gif,blur_3')).toHaveLength(3);
  });
});

describe('the canonical form', () => {
  const partsOf = fc
    .record(
      {
        w: fc.integer({ min: 1, max: 8000 }),
        h: fc.integer({ min: 1, max: 8000 }),
        fit: fc.constantFrom(...fits),
        q: fc.integer({ min: 1, max: 100 }),
        f: fc.constantFrom(...askableFormats),
      },
      { requiredKeys: [] },
    )
    .filter((parts) => Object.keys(parts).length > 0)
    .map((parts) => Object.entries(parts).map(([key, value]) => `${key}_${value}`));
  const shuffled = partsOf.chain((parts) =>
    fc.tuple(
      fc.constant(parts.join(',')),
      fc.shuffledSubarray(parts, { minLength: parts.length }).map((list) => list.join(',')),
    ),
  );
  const source = fc
    .constantFrom('image/jpeg', 'image/png', 'image/webp', 'image/gif')
    .map((mime) => ({ mime }));

  test('omits defaults and has a fixed order', () => {
    expect(canonical(parseTransform('f_webp,fit_cover,q_80,h_200,w_100'), photo)).toBe('w_100,h_200,f_webp');
    expect(canonical(parseTransform('q_81,f_jpeg,w_640'), photo)).toBe('w_640,q_85');
    expect(canonical(parseTransform('fit_inside,h_9,w_9'), photo)).toBe('w_9,h_9,fit_inside');
  });

  test('ends with what changes the look', () => {
    const text = 'trim,gray,bg_FFFFFF,f_webp,w_9';
    expect(canonical(parseTransform(text), photo)).toBe('w_9,f_webp,bg_ffffff,gray,trim');
    expect(canonical(parseTransform('w_400,dpr_2'), photo)).toBe('w_800');
    expect(canonical(parseTransform('gray'), photo)).toBe('gray');
    expect(canonical(parseTransform('f_webp,q_auto,w_9'), photo)).toBe('w_9,q_auto,f_webp');
  });

  test('is never empty', () => {
    expect(canonical(parseTransform('f_jpeg'), photo)).toBe('f_jpeg');
    expect(canonical(parseTransform('q_80'), photo)).toBe('f_jpeg');
  });

  test('omits the quality of a lossless format', () => {
    expect(canonical(parseTransform('w_9,q_10,f_png'), photo)).toBe('w_9,f_png');
  });

  test("doesn't depend on the order of the parts", () => {
    fc.assert(
      fc.property(shuffled, source, ([one, other], from) => {
        expect(canonical(parseTransform(other), from)).toBe(canonical(parseTransform(one), from));
      }),
    );
  });

  test('of a canonical form is that form', () => {
    fc.assert(
      fc.property(partsOf, source, (parts, from) => {
        const once = canonical(parseTransform(parts.join(',')), from);
        expect(canonical(parseTransform(once), from)).toBe(once);
      }),
    );
  });

  test('parses to the transform it was written from', () => {
    fc.assert(
      fc.property(partsOf, (parts) => {
        const transform = parseTransform(parts.join(','));
        // What the form omits on purpose: the source's usual format, and the quality of a lossless one.
        fc.pre(transform.f !== 'jpeg' && (transform.f !== 'png' || transform.q === 80));
        const text = canonical(transform, photo);
        expect(parseTransform(text)).toEqual(text === 'f_jpeg' ? { ...transform, f: 'jpeg' } : transform);
      }),
    );
  });
});

describe('the result of a transform', () => {
  const comesTo = (text: string, source: Source = photo) =>
    canonical(resolveTransform(parseTransform(text), source, null).rendition, source);

  test('is never enlarged: sides beyond the original shrink to it or are dropped', () => {
    expect(comesTo('w_8000')).toBe('f_jpeg');
    expect(comesTo('h_3000')).toBe('f_jpeg');
    expect(comesTo('w_3999')).toBe('w_3999');
    expect(comesTo('w_8000,h_8000,fit_inside')).toBe('f_jpeg');
    expect(comesTo('w_5000,h_10,fit_outside')).toBe('f_jpeg');
    expect(comesTo('w_400,h_400,fit_inside')).toBe('w_400');
    expect(comesTo('w_400,h_400,fit_outside')).toBe('h_400');
    expect(comesTo('w_8000,h_8000')).toBe('w_3000,h_3000');
    expect(comesTo('w_8000,h_6000')).toBe('f_jpeg');
    expect(comesTo('w_8000,h_8000,fit_contain')).toBe('w_4000,h_4000,fit_contain');
    expect(comesTo('w_8000,h_4000,fit_fill')).toBe('w_4000,h_2000,fit_fill');
  });

  test('keeps the requested shape of a crop within the original, whatever the size', () => {
    const side = fc.integer({ min: 1, max: 8000 });
    fc.assert(
      fc.property(side, side, side, side, fc.constantFrom('cover', 'fill'), (w, h, width, height, fit) => {
        const source = { mime: 'image/jpeg', width, height };
        const { rendition } = resolveTransform(parseTransform(`w_${w},h_${h},fit_${fit}`), source, null);
        expect(rendition.w ?? width).toBeLessThanOrEqual(width);
        expect(rendition.h ?? height).toBeLessThanOrEqual(height);
        // Within a pixel of the requested shape, as far as whole pixels allow.
        const scale = Math.min(1, width / w, height / h);
        expect(Math.abs((rendition.w ?? width) - w * scale)).toBeLessThanOrEqual(1);
        expect(Math.abs((rendition.h ?? height) - h * scale)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('is AVIF for auto if accepted, else WebP, else a format that every browser shows', () => {
    const auto = (accept: string | null, mime = 'image/jpeg') =>
      resolveTransform(parseTransform('w_640,f_auto'), { ...photo, mime }, accept);
    expect(auto(browser)).toEqual({
      rendition: { w: 640, fit: 'inside', q: 80, f: 'avif' },
      variesByAccept: true,
    });
    expect(auto('image/webp,*/*').rendition.f).toBe('webp');
    expect(auto('image/avif;q=0, image/webp;q=0.5').rendition.f).toBe('webp');
    expect(auto('IMAGE/WEBP').rendition.f).toBe('webp');
    expect(auto('*/*').rendition.f).toBe('jpeg');
    expect(auto(null, 'image/png').rendition.f).toBe('png');
    expect(auto('image/*', 'image/avif').rendition.f).toBe('jpeg');
  });

  test('is WebP for auto if there can be no AVIF of that size', () => {
    const large: Source = { mime: 'image/jpeg', width: 8000, height: 6000 };
    expect(resolveTransform(parseTransform('w_4000,f_auto'), large, browser).rendition.f).toBe('avif');
    expect(resolveTransform(parseTransform('w_5000,f_auto'), large, browser).rendition.f).toBe('webp');
    expect(resolveTransform(parseTransform('f_auto'), large, browser).rendition.f).toBe('webp');
    const unknown: Source = { mime: 'image/jpeg', width: null, height: null };
    expect(resolveTransform(parseTransform('f_auto'), unknown, browser).rendition.f).toBe('webp');
  });

  test('varies by Accept only for auto', () => {
    expect(resolveTransform(parseTransform('f_webp'), photo, browser).variesByAccept).toBe(false);
    expect(resolveTransform(parseTransform('w_9'), photo, browser)).toMatchObject({
      rendition: { f: 'jpeg' },
      variesByAccept: false,
    });
  });

  test("has a web format if none is requested and the source's isn't one", () => {
    const formatOf = (mime: string) =>
      resolveTransform(parseTransform('w_9'), { ...photo, mime }, null).rendition.f;
    expect(
      ['image/png', 'image/webp', 'image/avif', 'image/gif', 'image/svg+xml', 'image/tiff'].map(formatOf),
    ).toEqual(['png', 'webp', 'avif', 'png', 'png', 'jpeg']);
  });
});

describe('the ladder', () => {
  test('lists the widths of the ready-made renditions, in ascending order', () => {
    expect(standardWidths).toEqual(expect.arrayContaining([320, 640, 1280, 2560]));
    expect([...standardWidths].sort((a, b) => a - b)).toEqual([...standardWidths]);
  });

  test('gives every srcset its widths: none wider than the picture, whose own comes last', () => {
    const offered = (width: number | null, options: SrcsetOptions = {}) =>
      renditionsOf({ width, height: 600 }, options).map(({ transform }) => transform);
    expect(offered(1000)).toEqual(['w_320,f_auto', 'w_640,f_auto', 'w_960,f_auto', 'f_auto']);
    expect(offered(4000, { format: 'webp' }).at(-1)).toBe('w_2560,f_webp');
    expect(offered(640, { widths: [640, 320, 320] })).toEqual(['w_320,f_auto', 'f_auto']);
    expect(offered(null)).toEqual([]);
    for (const width of [63, 640, 1001, 9000])
      for (const text of offered(width)) expect([text, onLadder(parseTransform(text))]).toEqual([text, true]);
    const hero = { name: 'hero', width: 800, height: 400 };
    expect(offered(4000, { preset: hero })).toEqual([
      'preset_hero,w_320',
      'preset_hero,w_640',
      'preset_hero',
    ]);
    expect(srcsetOf('/a/1/{transform}?s=x', { width: 400, height: 300 }, { format: 'webp' })).toBe(
      '/a/1/w_320,f_webp?s=x 320w, /a/1/f_webp?s=x 400w',
    );
    expect(srcsetOf('/{transform}', { width: 320, height: 300 })).toBeNull();
    const sides = (picture: { width: number; height: number }, preset: SrcsetOptions['preset']) => {
      const { width, height } = pictureAttributes({ address: '/{transform}', ...picture }, { preset });
      return [width, height];
    };
    expect([
      sides({ width: 500, height: 500 }, hero),
      sides({ width: 4000, height: 4000 }, { ...hero, fit: 'inside' }),
      sides({ width: 4000, height: 2000 }, { name: 'low', height: 100 }),
    ]).toEqual([
      [500, 250],
      [400, 400],
      [200, 100],
    ]);
  });

  test('includes a width alone at the usual quality, in any format, or the original size', () => {
    expect(
      ['w_640', 'w_640,f_avif', 'f_webp', 'w_640,q_80'].map((text) => onLadder(parseTransform(text))),
    ).toEqual([true, true, true, true]);
    expect(
      ['w_641', 'h_640', 'w_640,h_640', 'w_640,q_85'].map((text) => onLadder(parseTransform(text))),
    ).toEqual([false, false, false, false]);
    // A background alone has sixteen million values.
    expect(
      ['w_640,bg_ffffff', 'w_640,gray', 'w_640,trim'].map((text) => onLadder(parseTransform(text))),
    ).toEqual([false, false, false]);
  });

  test('leads to the next width up, in the same format', () => {
    expect(nextLadderStep(parseTransform('w_641,q_10,f_webp'))).toEqual({
      w: 960,
      fit: 'inside',
      q: 80,
      f: 'webp',
    });
    expect(nextLadderStep(parseTransform('w_8000')).w).toBe(3840);
    expect(nextLadderStep(parseTransform('h_300'), photo).w).toBe(480);
    expect(nextLadderStep(parseTransform('q_10')).w).toBeUndefined();
  });

  test('leads from any transform to a step on the ladder', () => {
    const side = fc.option(fc.integer({ min: 1, max: 8000 }), { nil: undefined });
    fc.assert(
      fc.property(side, side, fc.integer({ min: 1, max: 100 }), (w, h, q) => {
        const text = [w && `w_${w}`, h && `h_${h}`, `q_${q}`].filter(Boolean).join(',');
        const step = nextLadderStep(parseTransform(text), photo);
        expect(onLadder(step)).toBe(true);
        expect(nextLadderStep(step, photo)).toEqual(step);
      }),
    );
  });
});

describe('the renditions in a description', () => {
  test('have limits if the file can be rendered, and null otherwise', () => {
    expect(constraintsFor('image/png', 10, 10)).toEqual(imageConstraints);
    expect(constraintsFor('application/pdf', null, null)).toBeNull();
    expect(constraintsFor('image/heic', 10, 10)).toBeNull();
  });

  test("include ready-made ones up to the original's size", () => {
    const names = (width: number) => alternativesFor('image/jpeg', width, 100).map(({ name }) => name);
    expect(names(319)).toEqual([]);
    expect(names(640)).toEqual(['thumb', 'small']);
    expect(names(2560)).toEqual(['thumb', 'small', 'medium', 'large']);
    expect(alternativesFor('image/jpeg', 640, 427)[0]).toEqual({ name: 'thumb', transform: 'w_320,f_webp' });
    expect(alternativesFor('image/webp', 640, 427)[0]).toEqual({ name: 'thumb', transform: 'w_320' });
    expect(alternativesFor('video/mp4', 1920, 1080)).toEqual([]);
  });
});
