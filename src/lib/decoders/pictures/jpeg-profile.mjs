// Puts a color profile into a JPEG: sharp would convert the pixels.

const name = Buffer.from('ICC_PROFILE\0', 'latin1');
/** What fits into a segment, after its length, name, number and count (ICC.1, B.4). */
const segmentBytes = 65_535 - 2 - 14;

/** @param {Buffer} jpeg @param {Buffer | null} profile @returns {Buffer} */
export function withProfile(jpeg, profile) {
  if (!profile || profile.length < 128 || profile.length > segmentBytes * 255) return jpeg;
  const count = Math.ceil(profile.length / segmentBytes);
  const segments = Array.from({ length: count }, (_, at) => {
    const part = profile.subarray(at * segmentBytes, (at + 1) * segmentBytes);
    const head = Buffer.from([0xff, 0xe2, 0, 0]);
    head.writeUInt16BE(part.length + 16, 2);
    return Buffer.concat([head, name, Buffer.from([at + 1, count]), part]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}
