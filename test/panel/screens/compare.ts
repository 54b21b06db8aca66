// Whether a screenshot is the picture that is kept of a view. Shapes are compared at half of their size: how a letter's edges are smoothed, or
// what a small file leaves out, hardly shows there; a block that has moved does. Colors are compared at an eighth, where even a pale one that
// has changed stands out.
import pixelmatch from 'pixelmatch';
import sharp, { type Sharp } from 'sharp';

/** How a screenshot is compared. Of colors that are apart, 1 is black beside white. */
const shapes = { scale: 2, mostOff: 0.06 };
const colors = { scale: 8, mostOff: 0.02 };

/** Differences of shapes are counted in squares of such a side, so that what is spread thinly doesn't add up. */
const square = 16;
/** How many pixels can be further off: of a square, of everything by its share, and of colors. */
const most = { inSquare: 12, ofAll: 0.001, ofColors: 4 };

export interface Size {
  width: number;
  height: number;
}

export interface Difference {
  /** More than a difference in smoothing. */
  matters: boolean;
  /** How much of the window is another color. */
  share: number;
  /** The screenshot, faint and at half of its size, with what differs in red. A PNG. */
  picture: Buffer;
}

interface Pixels extends Size {
  data: Buffer;
}

async function pixelsOf(picture: Sharp, { width, height }: Size, scale: number): Promise<Pixels> {
  const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
  const resized = picture.clone().resize({ ...size, fit: 'fill', kernel: 'linear' });
  return { data: await resized.raw().toBuffer(), ...size };
}

function differing(one: Pixels, other: Pixels, mostOff: number, windowSize?: number, drawn?: Buffer): number {
  return pixelmatch(one.data, other.data, drawn, one.width, one.height, {
    threshold: mostOff,
    checkerboard: false,
    ...(windowSize && { windowSize }),
  });
}

/** @param size of the window in CSS pixels, which screenshots have as well */
export async function compare(screenshot: Buffer, reference: Buffer, size: Size): Promise<Difference> {
  const pictures = [reference, screenshot].map((picture) => sharp(picture).ensureAlpha()) as [Sharp, Sharp];
  const at = ({ scale }: { scale: number }): Promise<[Pixels, Pixels]> =>
    Promise.all([pixelsOf(pictures[0], size, scale), pixelsOf(pictures[1], size, scale)]);
  const [halves, eighths] = await Promise.all([at(shapes), at(colors)]);
  const { width, height } = halves[0];
  const drawn = Buffer.alloc(halves[0].data.length);
  const share = differing(...halves, shapes.mostOff, undefined, drawn) / (width * height);
  const matters =
    share > most.ofAll ||
    (share > 0 && differing(...halves, shapes.mostOff, square) > most.inSquare) ||
    differing(...eighths, colors.mostOff) > most.ofColors;
  const picture = sharp(drawn, { raw: { width, height, channels: 4 } }).png();
  return { matters, share, picture: matters ? await picture.toBuffer() : Buffer.alloc(0) };
}

const mostBytes = 60_000;

/** A screenshot as it's kept in the repository: as large as it is, and small as a file. Formats that halve colors blur small letters too much. */
export async function kept(screenshot: Buffer): Promise<Buffer> {
  const as = (quality: number): Promise<Buffer> =>
    sharp(screenshot).avif({ quality, chromaSubsampling: '4:4:4', effort: 2 }).toBuffer();
  const file = await as(45);
  return file.length <= mostBytes ? file : as(30);
}

/** A screenshot as documents show it: in few colors. */
export const pictured = (screenshot: Buffer): Promise<Buffer> =>
  sharp(screenshot).png({ palette: true, effort: 8 }).toBuffer();
