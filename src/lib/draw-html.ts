// Draws an HTML document as a picture, with a Chromium on this machine. The document has no scripts and reaches no network: what it shows is
// in it, as data: URLs.
import sharp from 'sharp';
import { Turns } from './turns.ts';

/** A browser takes about 200 MB. */
const oneAtATime = new Turns(1);

const patienceMs = 15_000;

export interface DrawnHtml {
  html: string;
  /** Width of the window in pixels. */
  width: number;
  /** ID of the element to draw; the whole document without one. */
  element?: string | undefined;
  /** Largest size of the picture in pixels: a longer document is cut off below. */
  most: { width: number; height: number };
  signal?: AbortSignal | undefined;
}

/**
 * Draws a document as WebP.
 * @returns null if it has no element with this ID
 * @throws if the browser doesn't start or takes too long
 */
export function drawHtml(
  chromium: string,
  { html, width, element, most, signal }: DrawnHtml,
): Promise<Buffer | null> {
  return oneAtATime.take(async () => {
    signal?.throwIfAborted();
    const { chromium: launcher } = await import('playwright-core');
    const browser = await launcher.launch({
      executablePath: chromium,
      // Chromium refuses to start its sandbox as root.
      chromiumSandbox: process.getuid?.() !== 0,
      timeout: patienceMs,
    });
    const stop = (): void => void browser.close();
    signal?.addEventListener('abort', stop);
    try {
      const page = await browser.newPage({
        viewport: { width, height: Math.round((width * most.height) / most.width) },
        javaScriptEnabled: false,
        serviceWorkers: 'block',
        reducedMotion: 'reduce',
      });
      page.setDefaultTimeout(patienceMs);
      await page.route('**', (route) => route.abort());
      await page.setContent(html, { waitUntil: 'load' });
      const found = element === undefined ? null : page.locator(`[id=${JSON.stringify(element)}]`);
      if (found && (await found.count()) === 0) return null;
      const drawn = await (found ? found.first().screenshot() : page.screenshot({ fullPage: true }));
      return await fitted(drawn, most);
    } finally {
      signal?.removeEventListener('abort', stop);
      await browser.close();
    }
  });
}

/** Scales a picture down to the width, and cuts off what is below the height. */
async function fitted(drawn: Buffer, most: { width: number; height: number }): Promise<Buffer> {
  const scaled = await sharp(drawn)
    .resize({ width: most.width, withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = scaled.info;
  return sharp(scaled.data)
    .extract({ left: 0, top: 0, width, height: Math.min(height, most.height) })
    .webp({ quality: 80 })
    .toBuffer();
}
