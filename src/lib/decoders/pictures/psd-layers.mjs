// The names of a Photoshop file's layers.

const maxLayers = 200;
const maxName = 100;

/** Blocks whose length has 8 bytes in a PSB. */
const longBlocks = new Set([
  'LMsk',
  'Lr16',
  'Lr32',
  'Layr',
  'Mt16',
  'Mt32',
  'Mtrn',
  'Alph',
  'FMsk',
  'lnk2',
  'FEid',
  'FXid',
  'PxSD',
]);

/**
 * From top to bottom, as Photoshop lists them; groups among them. What can't be read ends the list.
 *
 * @param {Buffer} section the layer and mask information
 * @param {boolean} isLarge
 * @returns {string[]}
 */
export function layerNames(section, isLarge) {
  try {
    return listed(section, isLarge).reverse().slice(0, maxLayers);
  } catch {
    return [];
  }
}

/** @param {Buffer} section @param {boolean} isLarge */
function listed(section, isLarge) {
  if (section.length < 8) return [];
  const long = isLarge ? 8 : 4;
  const length = section.readUIntBE(long - 4, 4);
  if (length > 0) return namesIn(section.subarray(long), isLarge);
  // Layers of 16 and 32 bits are in a block of their own, after the global mask.
  for (const { key, data } of blocksOf(section.subarray(long + 4 + section.readUInt32BE(long)), isLarge, 4))
    if (key === 'Lr16' || key === 'Lr32') return namesIn(data, isLarge);
  return [];
}

/** @param {Buffer} info @param {boolean} isLarge */
function namesIn(info, isLarge) {
  /** @type {string[]} */
  const names = [];
  // Negative: the first extra channel is the composite's transparency.
  const count = Math.abs(info.readInt16BE(0));
  let at = 2;
  for (let index = 0; index < count && index < 10_000; index += 1) {
    const channels = info.readUInt16BE(at + 16);
    const extra = at + 18 + channels * (isLarge ? 10 : 6) + 12;
    const end = extra + 4 + info.readUInt32BE(extra);
    const { name, isEndOfGroup } = layerOf(info.subarray(extra + 4, end), isLarge);
    if (!isEndOfGroup) names.push(name.slice(0, maxName));
    at = end;
  }
  return names;
}

/** @param {Buffer} extra @param {boolean} isLarge */
function layerOf(extra, isLarge) {
  let at = 4 + extra.readUInt32BE(0);
  at += 4 + extra.readUInt32BE(at);
  const length = extra[at] ?? 0;
  let name = extra.toString('latin1', at + 1, at + 1 + length);
  let isEndOfGroup = false;
  for (const { key, data } of blocksOf(extra.subarray(at + Math.ceil((length + 1) / 4) * 4), isLarge, 1)) {
    if (key === 'luni') name = unicodeOf(data);
    if ((key === 'lsct' || key === 'lsdk') && data.readUInt32BE(0) === 3) isEndOfGroup = true;
  }
  return { name, isEndOfGroup };
}

/** @param {Buffer} data */
function unicodeOf(data) {
  const characters = Buffer.from(data.subarray(4, 4 + data.readUInt32BE(0) * 2)).swap16();
  return characters.toString('utf16le').replaceAll('\0', '');
}

/** @param {Buffer} bytes @param {boolean} isLarge @param {number} padding of their lengths */
function* blocksOf(bytes, isLarge, padding) {
  for (let at = 0; at + 12 <= bytes.length && /^8B(IM|64)$/.test(bytes.toString('latin1', at, at + 4));) {
    const key = bytes.toString('latin1', at + 4, at + 8);
    const long = isLarge && longBlocks.has(key) ? 8 : 4;
    const length = bytes.readUInt32BE(at + 8 + long - 4);
    const start = at + 8 + long;
    yield { key, data: bytes.subarray(start, start + length) };
    at = start + Math.ceil(length / padding) * padding;
  }
}
