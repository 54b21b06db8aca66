// PDFs that are too large to be held in memory: the process reads what it needs of an open file. Here of small ones, and of one with a hole.
import { afterAll, describe, expect, it } from '@jest/globals';
import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { closeDecoders, decodeApart, setDecoderLimits } from '../../../src/lib/decoders/pool.ts';
import { textPdf } from '../../media/documents.ts';
import { pdf } from '../../media/files.ts';
import { makeFolder } from '../../setup/children.ts';

const folder = await makeFolder();
afterAll(async () => {
  closeDecoders();
  await folder.remove();
});

const page = { width: 300, height: 200, color: '1 0 0' };
const pages = pdf([page, { width: 100, height: 200, color: '0 0 1' }]);

async function written(name: string, bytes: Buffer): Promise<{ path: string; size: number }> {
  const file = path.join(folder.path, name);
  await writeFile(file, bytes);
  return { path: file, size: bytes.length };
}

const drawing = (number: number) =>
  ({ decoder: 'documents', kind: 'pdf', name: 'PDF', action: 'draw', page: number }) as const;

/** A page whose drawing is beyond a hole of so many bytes: it takes no room on the disk. */
async function pdfWithHole(bytes: number): Promise<{ path: string; size: number }> {
  const drawn = '0 0.6 0 rg 0 0 300 200 re f';
  const objects = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R>>endobj\n',
    `4 0 obj<</Length ${drawn.length}>>stream\n${drawn}\nendstream endobj\n`,
  ];
  const offsets = objects.map((_, at) => bytes + objects.slice(0, at).join('').length);
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = bytes + objects.join('').length;
  const tail = `${objects.join('')}xref\n0 5\n0000000000 65535 f \n${table}trailer<</Root 1 0 R/Size 5>>\nstartxref\n${start}\n%%EOF\n`;
  const name = path.join(folder.path, `hole-${bytes}.pdf`);
  const file = await open(name, 'w');
  await file.write('%PDF-1.4\n', 0);
  await file.write(tail, bytes);
  await file.close();
  return { path: name, size: bytes + tail.length };
}

describe('a PDF that is read from an open file', () => {
  it('is drawn as one in memory, each page', async () => {
    const file = await written('a.pdf', pages);
    for (const number of [1, 2]) {
      const held = await decodeApart(drawing(number), pages);
      const opened = await decodeApart(drawing(number), { ...file, isOpened: true });
      expect(opened.result).toEqual(held.result);
      expect(opened.bytes.equals(held.bytes)).toBe(true);
    }
  });

  it('has its words read', async () => {
    const file = await written('words.pdf', textPdf(['Harvest', 'Valley']));
    const request = { decoder: 'texts', kind: 'pdf', name: 'PDF' } as const;
    const { result } = await decodeApart(request, { ...file, isOpened: true });
    expect(JSON.stringify(result)).toMatch(/Harvest.*Valley/);
  });

  it('may have gigabytes, of which hardly anything is read or held', async () => {
    const before = setDecoderLimits('documents', { memoryBytes: 600 * 1024 * 1024 });
    try {
      for (const size of [300 * 1024 * 1024, 3 * 1024 ** 3]) {
        const file = await pdfWithHole(size);
        const { result } = await decodeApart(drawing(1), { ...file, isOpened: true });
        expect(result).toMatchObject({ width: 2560, height: 1707, pages: 1 });
      }
    } finally {
      setDecoderLimits('documents', before);
    }
  });

  it('says why it has no picture', async () => {
    const damaged = await written('damaged.pdf', pages.subarray(0, 60));
    await expect(decodeApart(drawing(1), { ...damaged, isOpened: true })).rejects.toMatchObject({
      reason: 'broken',
      message: expect.stringContaining('damaged'),
    });
    const file = await written('b.pdf', pages);
    await expect(decodeApart(drawing(3), { ...file, isOpened: true })).rejects.toMatchObject({
      message: 'has 2 pages',
    });
    // Shorter than it's said to be.
    await expect(
      decodeApart(drawing(1), { path: damaged.path, size: 10 ** 6, isOpened: true }),
    ).rejects.toMatchObject({ reason: 'broken' });
  });

  it('is read one after the other, and others aren’t held up', async () => {
    const file = await written('c.pdf', pages);
    const input = { ...file, isOpened: true } as const;
    const all = [
      decodeApart(drawing(1), input),
      decodeApart(drawing(1), pages),
      decodeApart(drawing(2), input),
    ];
    expect((await Promise.all(all)).map(({ result }) => (result as { pages: number }).pages)).toEqual([
      2, 2, 2,
    ]);
  });
});
