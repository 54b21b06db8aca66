// What the name of a font file says about its weight and slant, and a family's name as text in CSS.
import { expect, it } from '@jest/globals';
import { cutOf } from '../../src/portals/fonts.ts';
import { familyName } from '../../src/sharing/look.ts';

it.each([
  ['Inter-Regular.woff2', 'Inter', '400', false],
  ['Inter-SemiBoldItalic.woff2', 'Inter', '600', true],
  ['inter_extra-bold.ttf', 'Inter', '800', false],
  ['OpenSans-Light.otf', 'Open Sans', '300', false],
  ['open-sans-v34-latin-500.woff2', 'Open Sans', '500', false],
  ['ArchivoBlack-Regular.ttf', 'Archivo Black', '400', false],
  ['Inter[opsz,wght].ttf', 'Inter', '100 900', false],
  ['InterVariable-Italic.woff2', 'Inter', '100 900', true],
  ['DINNextLTPro-MediumIt.otf', 'DIN Next', '500', true],
  ['corporate.woff', 'Corporate S', null, false],
])('the name of %s, a file of %s, says that its weight is %s', (filename, family, weight, italic) => {
  expect(cutOf(filename, family)).toEqual({ weight, italic });
});

it('a family is one quoted name, whatever it contains', () => {
  expect(familyName('Inter')).toBe('"Inter"');
  expect(familyName('a"b\\c\nd\fe\rf')).toBe('"abcdef"');
  expect(familyName('x</style>')).toBe('"x\\3c /style>"');
});
