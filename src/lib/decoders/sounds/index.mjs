// Reads sounds. Runs in the child process.
import { DecoderError } from '../decoder-error.mjs';
import { flacWaveform } from './flac.mjs';

/**
 * @typedef {{ kind: 'flac', parts: number, name: string }} SoundRequest
 *   `parts`: of the waveform, at most. `name`: what a file of this kind is called in messages, such as "FLAC".
 * @typedef {{ peaks: number[], seconds: number }} DecodedWaveform `peaks`: from 0 to 1, each of a part of the same length
 * @param {SoundRequest} request
 * @param {Buffer} bytes
 * @returns {Promise<{ result: DecodedWaveform }>}
 */
export async function decode({ parts, name }, bytes) {
  const waveform = flacWaveform(bytes, parts);
  if (!waveform) throw new DecoderError('broken', `can't be read; it is damaged, or not a ${name}`);
  return { result: waveform };
}
