// Draws an HTML document as a picture, with a Chromium on this machine. The document has no scripts and no network access: what it shows is
// in it, as data: URLs.
import sharp from 'sharp';
import type { Browser, Page } from 'playwright-core';
import { Turns } from './turns.ts';

/** A browser takes about 200 MB. */
const oneAtATime = new Turns(1);

/** So that nobody waits for longer than drawing takes now and then. */
const mostWaiting = 8;

const patienceMs = 15_000;

export interface DrawnHtml {
  html: string;
  /** Width of the window in pixels. */
  width: number;
  /** ID of the element to draw; the whole document without one. */
  element?: string | undefined;
  /** Largest size of the picture in pixels: what is longer is cut off below. */
  most: { width: number; height: number };
  signal?: AbortSignal | undefined;
}

/** Too many documents wait to be drawn. */
export class DrawingBusy extends Error {}

/**
 * Draws a document as WebP, as high as what is in it.
 * @returns null if it shows no element with this ID
 * @throws DrawingBusy; Error if the browser doesn't start or takes too long, or if the signal aborts
 */
export async function drawHtml(chromium: string, drawn: DrawnHtml): Promise<Buffer | null> {
  if (oneAtATime.waiting >= mostWaiting) throw new DrawingBusy('Too many pages wait to be drawn.');
  return oneAtATime.take(async () => {
    const { signal } = drawn;
    signal?.throwIfAborted();
    const browser = await launch(chromium);
    const stop = (): void => void browser.close();
    signal?.addEventListener('abort', stop);
    try {
      signal?.throwIfAborted();
      return await drawIn(browser, drawn);
    } finally {
      signal?.removeEventListener('abort', stop);
      await browser.close();
    }
  });
}

async function launch(chromium: string): Promise<Browser> {
  const { chromium: launcher } = await import('playwright-core');
  return launcher.launch({
    executablePath: chromium,
    // Chromium refuses to start its sandbox as root.
    chromiumSandbox: process.getuid?.() !== 0,
    timeout: patienceMs,
  });
}

async function drawIn(browser: Browser, { html, width, element, most }: DrawnHtml): Promise<Buffer | null> {
  const page = await browser.newPage({
    viewport: { width, height: Math.round((width * most.height) / most.width) },
    javaScriptEnabled: false,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  page.setDefaultTimeout(patienceMs);
  await page.route('**', (route) => route.abort());
  await page.setContent(html, { waitUntil: 'load' });
  const clip = await placeOf(page, element, width);
  if (!clip) return null;
  const height = Math.min(clip.height, (clip.width * most.height) / most.width);
  const taken = await page.screenshot({ fullPage: true, clip: { ...clip, height } });
  return sharp(taken)
    .resize({ ...most, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where an element is, or everything in the document; null if it isn't shown. */
async function placeOf(page: Page, element: string | undefined, width: number): Promise<Place | null> {
  const found = page.locator(element === undefined ? 'body' : `[id=${JSON.stringify(element)}]`).first();
  const box = (await found.count()) === 0 ? null : await found.boundingBox();
  if (!box || box.height < 1 || box.width < 1) return null;
  return element === undefined ? { x: 0, y: 0, width, height: box.y + box.height } : box;
}
