// The measure of the benchmark, on pairs of the test data that came with its formulas.
import { expect, it } from '@jest/globals';
import { cielabOf, deltaE2000 } from '../../../bench/media/color-difference.ts';

type Lab = [number, number, number];

it.each<[Lab, Lab, number]>([
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, 0, 0], [50, -1, 2], 2.3669],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[50, 2.5, 0], [50, 3.2592, 0.335], 1.0],
  [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
  [[6.7747, -0.2908, -2.4247], [5.8714, -0.0985, -2.2286], 0.6377],
])('%j and %j differ by %d', (one, other, apart) => {
  expect(deltaE2000(one, other)).toBeCloseTo(apart, 3);
});

it('reads sRGB', () => {
  const [lightness, a, b] = cielabOf([255, 0, 0]);
  expect([lightness, a, b].map(Math.round)).toEqual([53, 80, 67]);
});
