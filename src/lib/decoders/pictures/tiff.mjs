// Wraps pixels as a TIFF, for sharp to convert their colors.

/**
 * @param {Buffer} pixels 8 bits a channel, interleaved
 * @param {{ width: number, height: number, channels: number, photometric: number, profile: Buffer | null, palette: Buffer | null }} about
 *   `palette`: 256 reds, then greens, then blues
 * @returns {Buffer}
 */
export function asTiff(pixels, { width, height, channels, photometric, profile, palette }) {
  /** @type {Buffer[]} */
  const parts = [];
  // Offsets are even.
  const padding = Buffer.alloc(pixels.length % 2);
  let end = 8 + pixels.length + padding.length;
  const kept = (/** @type {Buffer} */ bytes) => {
    const at = end;
    parts.push(bytes, Buffer.alloc(bytes.length % 2));
    end += bytes.length + (bytes.length % 2);
    return at;
  };
  const shorts = (/** @type {number[]} */ values) => {
    const bytes = Buffer.alloc(values.length * 2);
    values.forEach((value, at) => bytes.writeUInt16LE(value, at * 2));
    return bytes;
  };
  const [short, long, undefinedType] = [3, 4, 7];
  /** Tag, type, count, value (TIFF 6.0), in the order of their tags. @type {[number, number, number, number][]} */
  const entries = [
    [256, long, 1, width],
    [257, long, 1, height],
    channels > 2 ? [258, short, channels, kept(shorts(Array(channels).fill(8)))] : [258, short, 1, 8],
    [259, short, 1, 1],
    [262, short, 1, photometric],
    [273, long, 1, 8],
    [277, short, 1, channels],
    [278, long, 1, height],
    [279, long, 1, pixels.length],
  ];
  if (palette && palette.length >= 768)
    entries.push([320, short, 768, kept(shorts([...palette.subarray(0, 768)].map((value) => value * 257)))]);
  if (profile && profile.length > 128) entries.push([34675, undefinedType, profile.length, kept(profile)]);
  const directory = Buffer.alloc(2 + entries.length * 12 + 4);
  directory.writeUInt16LE(entries.length, 0);
  entries.forEach(([tag, type, count, value], at) => {
    directory.writeUInt16LE(tag, 2 + at * 12);
    directory.writeUInt16LE(type, 4 + at * 12);
    directory.writeUInt32LE(count, 6 + at * 12);
    directory.writeUInt32LE(value, 10 + at * 12);
  });
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1');
  header.writeUInt32LE(end, 4);
  return Buffer.concat([header, pixels, padding, ...parts, directory]);
}
