// Waveforms of FLAC files that ffmpeg writes, against the samples that they were made of; and of damaged ones.
// cspell:ignore asplit adelay
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { flacWaveform } from '../../../src/lib/decoders/sounds/flac.mjs';
import { wav } from '../../media/files.ts';
import { makeFolder } from '../../setup/children.ts';
import { randomFrom } from '../../setup/seeded-random.ts';

const folder = await makeFolder();
afterAll(() => folder.remove());

/** 8,000 a second. @param options of ffmpeg, for the output */
async function flac(samples: readonly number[], ...options: string[]): Promise<Buffer> {
  const [from, to] = [path.join(folder.path, 'from.wav'), path.join(folder.path, 'to.flac')];
  await writeFile(from, wav({ samples, bits: 24 }));
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', from, ...options, to]);
  return readFile(to);
}

/** The loudest of each of so many parts. */
const peaksOf = (samples: readonly number[], parts: number): number[] =>
  Array.from({ length: parts }, (_, part) =>
    Math.max(
      ...samples
        .slice(Math.floor((part * samples.length) / parts), Math.floor(((part + 1) * samples.length) / parts))
        .map(Math.abs),
    ),
  );

const random = randomFrom(3);
const sounds = {
  silence: Array.from({ length: 16_000 }, () => 0),
  tone: Array.from({ length: 16_000 }, (_, at) => 0.6 * Math.sin(at / 9) * (at / 16_000)),
  noise: Array.from({ length: 16_000 }, () => random() * 1.6 - 0.8),
};

const cases: [name: keyof typeof sounds, options: string[]][] = [
  ['silence', ['-sample_fmt', 's16']],
  ['tone', ['-sample_fmt', 's16']],
  ['noise', ['-sample_fmt', 's16']],
  ['tone', ['-sample_fmt', 's32']],
  ['tone', ['-sample_fmt', 's16', '-compression_level', '0']],
  ['tone', ['-sample_fmt', 's16', '-compression_level', '12']],
  ['tone', ['-sample_fmt', 's16', '-ac', '2']],
  [
    'noise',
    [
      '-sample_fmt',
      's16',
      '-filter_complex',
      '[0]asplit[a][b];[b]adelay=3[c];[a][c]join=inputs=2:channel_layout=stereo',
    ],
  ],
];

describe('the waveform of a FLAC', () => {
  it.each(cases)('is that of its samples: %s, %j', async (name, options) => {
    const parts = 50;
    const waveform = flacWaveform(await flac(sounds[name], ...options), parts);
    expect(waveform?.seconds).toBeCloseTo(2, 1);
    expect(waveform?.peaks).toHaveLength(parts);
    const wanted = peaksOf(sounds[name], parts);
    // Copies for two ears are as loud as ffmpeg mixes them, and a delayed one is louder elsewhere.
    const tolerance = options.includes('-filter_complex') ? 0.15 : options.includes('-ac') ? 0.35 : 0.01;
    for (const [at, peak] of (waveform?.peaks ?? []).entries())
      expect(Math.abs(peak - (wanted[at] ?? 0))).toBeLessThanOrEqual(tolerance);
  });

  it('has no more parts than samples', async () => {
    expect(flacWaveform(await flac([0.5, -0.5, 0.25]), 500)?.peaks).toHaveLength(3);
  });

  it('ends where the file is damaged', async () => {
    const whole = await flac(sounds.noise);
    const half = flacWaveform(whole.subarray(0, whole.length / 2), 50);
    expect(half?.seconds).toBeLessThan(1.6);
    expect(half?.peaks.slice(45).every((peak) => peak === 0)).toBe(true);
    expect(Math.max(...(half?.peaks.slice(0, 10) ?? []))).toBeGreaterThan(0.5);
    expect(flacWaveform(whole.subarray(0, 60), 50)).toBeNull();
    expect(flacWaveform(Buffer.alloc(0), 50)).toBeNull();
    expect(flacWaveform(Buffer.from('fLaC'), 50)).toBeNull();
  });

  it('is read or not of a file with any bits turned, without anything else happening', async () => {
    const whole = await flac(sounds.tone);
    const turned = randomFrom(9);
    for (let round = 0; round < 200; round += 1) {
      const bytes = Buffer.from(whole);
      for (let flips = 0; flips < 5; flips += 1) {
        const at = Math.floor(turned() * bytes.length);
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << Math.floor(turned() * 8)), at);
      }
      const waveform = flacWaveform(bytes, 50);
      for (const peak of waveform?.peaks ?? []) expect(peak >= 0 && peak <= 1).toBe(true);
    }
  });
});
