// The cover of an audio file.
import { parseBuffer, selectCover } from 'music-metadata';
import { embedded, withoutPicture } from './limits.mjs';

/** @param {import('./index.mjs').PictureRequest} request @param {Buffer} bytes */
export async function decode({ action }, bytes) {
  const { common } = await parseBuffer(bytes, undefined, { duration: false });
  const cover = selectCover(common.picture);
  if (!cover) throw withoutPicture('has no cover art');
  return embedded(Buffer.from(cover.data), action);
}
