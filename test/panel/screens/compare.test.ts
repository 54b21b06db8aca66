// What counts as a difference between two screenshots, shown on a page that is drawn here.
import { expect, it } from '@jest/globals';
import sharp from 'sharp';
import { compare, kept } from './compare.ts';

const size = { width: 390, height: 844 };

interface Drawn {
  button?: { x?: number; color?: string };
  badge?: string;
  text?: { x?: number; words?: string };
  line?: string;
}

/** A page with a heading, a button, a badge, a line of text and a photograph. */
function draw({ button = {}, badge = '#e6f6ec', text = {}, line = '#e5e5e5' }: Drawn = {}): Promise<Buffer> {
  const { x = 16, color = '#4f46e5' } = button;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="#fff"/>
    <text x="16" y="48" font-size="28" font-family="sans-serif">Library</text>
    <rect x="${x}" y="80" width="96" height="36" rx="6" fill="${color}"/>
    <rect x="16" y="140" width="60" height="22" rx="11" fill="${badge}"/>
    <rect x="16" y="180" width="358" height="1" fill="${line}"/>
    <text x="${text.x ?? 16}" y="220" font-size="14" font-family="sans-serif">${text.words ?? 'Nothing waits for review.'}</text>
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

async function difference(other: Drawn): Promise<boolean> {
  const reference = await kept(await draw());
  return (await compare(await draw(other), reference, size)).matters;
}

it('finds a screenshot like the reference that was made of it', async () => {
  const { matters, picture } = await compare(await draw(), await kept(await draw()), size);
  expect({ matters, bytes: picture.length }).toEqual({ matters: false, bytes: 0 });
});

it('passes over how edges are smoothed', async () => {
  expect(await difference({ text: { x: 16.1 } })).toBe(false);
  expect(await difference({ button: { x: 16.3 } })).toBe(false);
});

it.each<[string, Drawn]>([
  ['a block that has moved by 8 pixels', { button: { x: 24 } }],
  ['a button in another color', { button: { color: '#2563eb' } }],
  ['a badge in another color', { badge: '#fdeaea' }],
  ['other words', { text: { words: 'Three proposals wait for you.' } }],
  ['text that has moved', { text: { x: 40 } }],
])('fails for %s', async (_, drawn) => {
  expect(await difference(drawn)).toBe(true);
});

it('draws where the difference is', async () => {
  const { picture } = await compare(
    await draw({ button: { color: '#e11d48' } }),
    await kept(await draw()),
    size,
  );
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const isRed = (x: number, y: number): boolean => {
    const at = (y * info.width + x) * 3;
    return data[at] === 255 && data[at + 1] === 0 && data[at + 2] === 0;
  };
  // Of half the size: the button is 48 pixels wide and 18 high, at 8, 40.
  expect([isRed(30, 48), isRed(30, 20), isRed(100, 48)]).toEqual([true, false, false]);
});

it('keeps photographs small', async () => {
  const photo = await sharp('fixtures/rocket.jpg').resize(1440, 900).png().toBuffer();
  expect((await kept(photo)).length).toBeLessThanOrEqual(60_000);
});
