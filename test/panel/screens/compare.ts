// Whether a screenshot is the picture that is kept of a view. Both are compared at a quarter of their size: how a letter's edges are
// smoothed doesn't show there, and a block that has moved or has another color does.
import sharp from 'sharp';

/** CSS pixels to a side of what is compared. */
const cell = 4;
/** How far a cell's channels, 0 to 255, can be from the reference. */
const mostOff = 12;
/** How many cells can be further off. */
const mostCells = 24;

interface Cells {
  data: Buffer;
  width: number;
  height: number;
}

/** As a reference has them: its size, which is half of the window's, and opaque. */
const halved = (picture: Buffer, width: number) =>
  sharp(picture)
    .removeAlpha()
    .resize({ width: width / 2 });

async function cellsOf(picture: Buffer, width: number, height: number): Promise<Cells> {
  const size = { width: Math.ceil(width / cell), height: Math.ceil(height / cell) };
  const half = await halved(picture, width).png({ compressionLevel: 0 }).toBuffer();
  const data = await sharp(half)
    .resize({ ...size, fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  return { data, ...size };
}

export interface Difference {
  /** How many cells are another color. */
  cells: number;
  /** What is around all of them, in CSS pixels. */
  box: { left: number; top: number; right: number; bottom: number } | null;
  /** More than a difference in smoothing. */
  matters: boolean;
}

function differenceOf(one: Cells, other: Cells): Difference {
  let cells = 0;
  const box = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
  for (let at = 0; at < one.width * one.height; at += 1) {
    const off = (channel: number): number =>
      Math.abs((one.data[at * 3 + channel] ?? 0) - (other.data[at * 3 + channel] ?? 0));
    if (Math.max(off(0), off(1), off(2)) <= mostOff) continue;
    cells += 1;
    const [x, y] = [(at % one.width) * cell, Math.floor(at / one.width) * cell];
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x + cell);
    box.bottom = Math.max(box.bottom, y + cell);
  }
  return { cells, box: cells > 0 ? box : null, matters: cells > mostCells };
}

/**
 * @param reference as `kept` made it
 * @param size of the window in CSS pixels
 */
export async function compare(
  screenshot: Buffer,
  reference: Buffer,
  { width, height }: { width: number; height: number },
): Promise<Difference> {
  const [one, other] = await Promise.all([
    cellsOf(screenshot, width, height),
    cellsOf(reference, width, height),
  ]);
  return differenceOf(one, other);
}

/** A screenshot as it's kept in the repository: half as wide, and small. Colors in full: at their edges they'd differ otherwise. */
export function kept(screenshot: Buffer, { width }: { width: number }): Promise<Buffer> {
  return halved(screenshot, width)
    .jpeg({ quality: 80, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toBuffer();
}

/** A screenshot as documents show it: as large as it is, in few colors. */
export const pictured = (screenshot: Buffer): Promise<Buffer> =>
  sharp(screenshot).png({ palette: true, effort: 8 }).toBuffer();
