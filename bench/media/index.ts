// Pictures of files: previews a minute by kind and the memory of the processes that draw them, renditions with their credits beside sharp
// alone, and how far their colors are from those of libvips.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { draw } from '../../src/assets/metadata/previewers.ts';
import { renderFile } from '../../src/assets/delivery/render.ts';
import { closeDecoders } from '../../src/lib/decoders/pool.ts';
import { memoryOf } from '../../src/lib/decoders/process-usage.ts';
import { withFile } from '../../src/lib/media-probe/file-parts.ts';
import { creditsPacket } from '../../src/lib/metadata-writer/credits.ts';
import { previewers } from '../../src/media/previewers.ts';
import { fixture, halves, mp3, pdf, psd, raw } from '../../test/media/files.ts';
import { cielabOf, deltaE2000 } from './color-difference.ts';
import { median } from '../measure.ts';
import { atMost, beside, type Row, type SuiteOptions, type SuiteResult } from '../suite.ts';

/** The most memory of a process that draws, in MiB: previews of 100 megapixels stay below it too. */
const mostMemory = 600;

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
};

/** The processes that this one has started (proc(5)). */
async function children(): Promise<number[]> {
  const list = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').catch(() => '');
  return list.split(' ').filter(Boolean).map(Number);
}

/** Draws files of each kind that the project has or makes, over and over. They are small, so this is what a preview costs at least. */
async function previewRows(folder: string, seconds: number): Promise<Row[]> {
  const photograph = await halves(1600, 1000);
  const kinds: [name: string, mime: string, bytes: Buffer][] = [
    ['HEIC', 'image/heic', await fixture('two-colors.heic')],
    ['camera RAW', 'image/x-canon-cr2', raw(photograph)],
    ['PSD', 'image/vnd.adobe.photoshop', psd({ width: 1600, height: 1000, mode: 3, pixel: [200, 30, 30] })],
    ['PDF', 'application/pdf', pdf([{ width: 595, height: 842, color: '1 0 0' }])],
    ['MP3 with a cover', 'audio/mpeg', mp3(photograph)],
  ];
  const rows: Row[] = [];
  let peak = 0;
  const timer = setInterval(() => {
    void children()
      .then((pids) => Promise.all(pids.map(memoryOf)))
      .then((sizes) => {
        peak = Math.max(peak, ...sizes);
      });
  }, 50);
  for (const [name, mime, bytes] of kinds) {
    const previewer = previewers.find(({ types }) => mime in types);
    if (!previewer) continue;
    const file = path.join(folder, 'preview');
    await writeFile(file, bytes);
    const one = (): Promise<unknown> =>
      withFile(file, (readable) => draw(previewer, readable, { mime, page: 1 }));
    await one();
    let drawn = 0;
    const begun = performance.now();
    while (performance.now() - begun < seconds * 1000) {
      await one();
      drawn += 1;
    }
    const aMinute = (drawn * 60_000) / (performance.now() - begun);
    rows.push({
      name: `previews: ${name}`,
      ours: aMinute,
      reference: null,
      unit: '/min',
      ratio: null,
      target: '',
      ok: true,
    });
  }
  clearInterval(timer);
  rows.push(atMost('memory of a process that draws', peak / 1024 ** 2, mostMemory, 'MiB'));
  return rows;
}

/** The same settings of the encoders. */
const asWeEncode = {
  jpeg: { quality: 80 },
  webp: { quality: 80 },
  avif: { quality: 50, effort: 2 },
} as const;

/** The first rendition of a photograph of 12 megapixels, with its credits, and what sharp does alone. */
async function renditionRows(folder: string, rounds: number): Promise<Row[]> {
  const file = path.join(folder, 'photograph.jpg');
  await writeFile(
    file,
    await sharp('fixtures/rocket.jpg').resize(4000, 3000, { fit: 'fill' }).jpeg().toBuffer(),
  );
  const credits = creditsPacket({
    creators: ['Ada Agency'],
    copyright: '© 2026 Ada',
    credit: 'Ada/Wire',
    usageTerms: 'Editorial use only',
    webStatement: null,
    licensor: { name: 'Ada Licensing', url: 'https://ada.example/buy' },
    digitalSourceType: null,
    aiSystem: null,
    dataMining: 'http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED',
  });
  const rows: Row[] = [];
  for (const f of ['jpeg', 'webp', 'avif'] as const) {
    const [ours, alone]: [number[], number[]] = [[], []];
    for (let round = 0; round <= 2 * rounds; round += 1) {
      const mine = await secondsOf(() => renderFile(file, { w: 1280, fit: 'inside', q: 80, f }, { credits }));
      const its = await secondsOf(() =>
        sharp(file, { autoOrient: true })
          .resize({ width: 1280, fit: 'inside', withoutEnlargement: true })
          .toFormat(f, asWeEncode[f])
          .toBuffer(),
      );
      // The first one warms up.
      if (round === 0) continue;
      ours.push(1 / mine);
      alone.push(1 / its);
    }
    rows.push(
      beside(`${f} with credits, first time`, { ours: median(ours), reference: median(alone) }, 0.95),
    );
  }
  return rows;
}

const rgbOf = async (picture: Buffer): Promise<Buffer> =>
  sharp(picture).removeAlpha().toColorspace('srgb').raw().toBuffer();

/** As libvips' own command line makes it; null if it isn't there. */
function withVips(file: string, folder: string): Promise<Buffer> | null {
  const made = path.join(folder, 'vips.png');
  try {
    execFileSync('vips', ['thumbnail', file, made, '320', '--export-profile', 'srgb'], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return readFile(made);
}

async function colorRows(folder: string): Promise<Row[]> {
  const photograph = sharp('fixtures/coffee.png');
  const rows: Row[] = [];
  for (const [name, file, bytes] of [
    ['CMYK', 'cmyk.jpg', await photograph.clone().withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer()],
    ['P3', 'p3.png', await photograph.clone().withIccProfile('p3').png().toBuffer()],
    ['16 bits', 'deep.png', await photograph.clone().toColorspace('rgb16').png().toBuffer()],
  ] as const) {
    const source = path.join(folder, file);
    await writeFile(source, bytes);
    const ours = await rgbOf(await renderFile(source, { w: 320, fit: 'inside', q: 80, f: 'png' }));
    const vips = await withVips(source, folder);
    if (!vips)
      console.log(`${name}: there's no vips on PATH, so sharp, which is libvips too, stands in for it.`);
    const its = await rgbOf(vips ?? (await sharp(source).resize(320).toColorspace('srgb').png().toBuffer()));
    const apart: number[] = [];
    for (let at = 0; at + 2 < Math.min(ours.length, its.length); at += 3)
      apart.push(deltaE2000(cielabAt(ours, at), cielabAt(its, at)));
    rows.push(atMost(`${name}, median color difference`, median(apart), 1, 'ΔE2000'));
  }
  return rows;
}

const cielabAt = (bytes: Buffer, at: number) =>
  cielabOf([bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0]);

export async function runMedia({ rounds, seconds }: SuiteOptions): Promise<SuiteResult> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'marque-bench-'));
  try {
    return {
      rows: [
        ...(await previewRows(folder, seconds)),
        ...(await renditionRows(folder, rounds)),
        ...(await colorRows(folder)),
      ],
      postgres: 'not used',
    };
  } finally {
    closeDecoders();
    await rm(folder, { recursive: true });
  }
}
