// Perceptual hashes of pictures: near-duplicates differ in few bits. There are two, which look at different properties, so that each can
// confirm the other: dHash compares neighbors (edges), pHash compares low frequencies of the cosine transform (composition).

/** Pixels on each side of the brightness that hashes are made of. */
const hashSide = 32;

/** 64 bits each, as text of 0 and 1: the way PostgreSQL writes them. */
export interface PictureHash {
  dhash: string;
  phash: string;
}

const pixels = hashSide * hashSide;
/** Bits on each side of a hash. */
const side = 8;
/** Standard deviation of the brightness, 0–255, below which a picture counts as flat. */
const flatBelow = 4;
/** Ones of the 64 bits that tell enough: gradients and single lines have fewer or more, and would match each other. */
const [fewestOnes, mostOnes] = [8, 56];
/** Brightness and share of the strongest frequency that count as a difference. Below is noise, such as compression leaves in flat areas. */
const leastStep = 1;
const leastShare = 0.02;

/** A picture squeezed into a square: grey or RGB, with or without alpha, a byte each. */
export interface Sample {
  data: Uint8Array;
  channels: number;
  /** Pixels on each side: a multiple of 32. */
  side: number;
}

/** How bright each of 32 × 32 parts of a sample is, 0–255, on a background of this brightness. */
function brightnessOn(background: number, { data, channels, side: across }: Sample): Float64Array {
  const hasAlpha = channels === 2 || channels === 4;
  const each = across / hashSide;
  const parts = new Float64Array(pixels);
  for (let pixel = 0; pixel < across * across; pixel += 1) {
    const at = pixel * channels;
    const first = data[at] ?? 0;
    const grey =
      channels < 3 ? first : 0.299 * first + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
    const opacity = hasAlpha ? (data[at + channels - 1] ?? 255) / 255 : 1;
    const part = Math.floor(pixel / across / each) * hashSide + Math.floor((pixel % across) / each);
    parts[part] = (parts[part] ?? 0) + (background + (grey - background) * opacity) / (each * each);
  }
  return parts;
}

function isFlat(values: Float64Array): boolean {
  const mean = values.reduce((sum, value) => sum + value, 0) / pixels;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / pixels;
  return variance < flatBelow ** 2;
}

/** Turns a stored sample upright. @param orientation as in EXIF, 1 to 8 */
function upright(stored: Float64Array, orientation: number): Float64Array {
  if (orientation < 2 || orientation > 8) return stored;
  const last = hashSide - 1;
  const isFlippedX = [2, 3, 7, 8].includes(orientation);
  const isFlippedY = [3, 4, 6, 7].includes(orientation);
  const isTransposed = orientation >= 5;
  return Float64Array.from({ length: pixels }, (_, pixel) => {
    const [column, row] = [pixel % hashSide, Math.floor(pixel / hashSide)];
    const [across, down] = isTransposed ? [row, column] : [column, row];
    const x = isFlippedX ? last - across : across;
    const y = isFlippedY ? last - down : down;
    return stored[y * hashSide + x] ?? 0;
  });
}

/** Mean brightness of each cell of a grid, whose edges may lie within a pixel. */
function means(values: Float64Array, columns: number, rows: number): number[] {
  const [width, height] = [hashSide / columns, hashSide / rows];
  return Array.from({ length: columns * rows }, (_, cell) => {
    const [left, top] = [(cell % columns) * width, Math.floor(cell / columns) * height];
    let sum = 0;
    for (let y = Math.floor(top); y < top + height; y += 1) {
      const inside = Math.min(y + 1, top + height) - Math.max(y, top);
      for (let x = Math.floor(left); x < left + width; x += 1)
        sum += inside * (Math.min(x + 1, left + width) - Math.max(x, left)) * (values[y * hashSide + x] ?? 0);
    }
    return sum / (width * height);
  });
}

/** Which cells of a 9 × 8 grid are darker than the one to their right. */
function dhashOf(values: Float64Array): string {
  const columns = side + 1;
  const cells = means(values, columns, side);
  return cells
    .flatMap((cell, at) => {
      const next = cells[at + 1] ?? 0;
      return at % columns === side ? [] : [next - cell > leastStep ? '1' : '0'];
    })
    .join('');
}

/** The cosine at each pixel, for the frequencies 1 to 8: frequency 0 is the brightness, which doesn't count. */
const cosines = Array.from({ length: side }, (_, frequency) =>
  Float64Array.from({ length: hashSide }, (__, at) =>
    Math.cos((Math.PI * (frequency + 1) * (2 * at + 1)) / (2 * hashSide)),
  ),
);

const weighted = (values: Float64Array, weights: Float64Array): number =>
  values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);

/** Which of the 64 lowest frequencies are stronger than their median. */
function phashOf(values: Float64Array): string {
  const rows = Array.from({ length: hashSide }, (_, y) => values.subarray(y * hashSide, (y + 1) * hashSide));
  const strengths = cosines.flatMap((across) => {
    const sums = Float64Array.from(rows, (row) => weighted(row, across));
    return cosines.map((down) => weighted(sums, down));
  });
  const sorted = strengths.toSorted((a, b) => a - b);
  const median = ((sorted[31] ?? 0) + (sorted[32] ?? 0)) / 2;
  const least = leastShare * Math.max(...strengths.map(Math.abs));
  return strengths.map((strength) => (strength - median > least ? '1' : '0')).join('');
}

function tellsEnough(hash: string): boolean {
  const ones = hash.replaceAll('0', '').length;
  return ones >= fewestOnes && ones <= mostOnes;
}

/**
 * The hashes of a picture. Transparent parts count as white, or as black where the picture is white itself.
 *
 * @param sample the whole picture.
 * @param orientation of the sample, as in EXIF.
 * @returns null for a picture that is flat, or shows so little that it would match pictures of anything.
 */
export function hashOfPicture(sample: Sample, orientation = 1): PictureHash | null {
  const stored = [255, 0]
    .map((background) => brightnessOn(background, sample))
    .find((values) => !isFlat(values));
  if (!stored) return null;
  const values = upright(stored, orientation);
  const hash = { dhash: dhashOf(values), phash: phashOf(values) };
  return tellsEnough(hash.dhash) && tellsEnough(hash.phash) ? hash : null;
}
