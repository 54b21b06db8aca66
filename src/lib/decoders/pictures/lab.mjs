// Lab colors as sRGB: CIE 1976 L*a*b* relative to D50, as Photoshop and ICC profiles have them.

/** The lightest point of the curve that is a straight line near black (CIE 15:2004, 8.2.1). */
const linearUpTo = 6 / 29;
const white = /** @type {const} */ ([0.96422, 1, 0.82521]);

/** From XYZ relative to D50 to linear sRGB, adapted by Bradford's method. */
const toLinear = /** @type {const} */ ([
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
]);

/** What a curve takes for every pixel would take seconds: levels of light are looked up. */
const levels = 4095;
const encoded = Uint8Array.from({ length: levels + 1 }, (_, at) => {
  const light = at / levels;
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});

/** @param {number} t */
const inverse = (t) => (t > linearUpTo ? t * t * t : 3 * linearUpTo * linearUpTo * (t - 4 / 29));

/** @param {number} light may lie outside of what sRGB has */
const asByte = (light) => encoded[Math.round(levels * Math.min(1, Math.max(0, light)))] ?? 0;

/**
 * Converts pixels in place: lightness from 0 to 255, both others from 0 to 255 with the middle at 128.
 *
 * @param {Buffer} pixels 3 bytes each
 */
export function labToSrgb(pixels) {
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const lightness = (((pixels[at] ?? 0) / 255) * 100 + 16) / 116;
    const x = white[0] * inverse(lightness + ((pixels[at + 1] ?? 0) - 128) / 500);
    const y = white[1] * inverse(lightness);
    const z = white[2] * inverse(lightness - ((pixels[at + 2] ?? 0) - 128) / 200);
    for (let channel = 0; channel < 3; channel += 1) {
      const [ofX, ofY, ofZ] = toLinear[channel] ?? toLinear[0];
      pixels[at + channel] = asByte(ofX * x + ofY * y + ofZ * z);
    }
  }
  return pixels;
}
