// A browser that draws the same on every machine: with typefaces of its own, which come with the project, and without what machines differ in.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../setup/browser.ts';

const fonts = path.resolve('node_modules', 'geist', 'dist', 'fonts');

/** The only typefaces that there are, whichever a page asks for: one, and one of fixed width. */
const configuration = (cache: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(fonts, 'geist-sans')}</dir>
  <dir>${path.join(fonts, 'geist-mono')}</dir>
  <cachedir>${cache}</cachedir>
  <alias binding="same"><family>monospace</family><prefer><family>Geist Mono</family></prefer></alias>
  <alias binding="same"><family>sans-serif</family><prefer><family>Geist</family></prefer></alias>
  <alias binding="same"><family>serif</family><prefer><family>Geist</family></prefer></alias>
  <alias binding="same"><family>system-ui</family><prefer><family>Geist</family></prefer></alias>
</fontconfig>
`;

const steadyDrawing = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  '--force-device-scale-factor=1',
  '--hide-scrollbars',
  '--disable-partial-raster',
  // Drawn by the same instructions on every processor.
  '--disable-skia-runtime-opts',
] as const;

/** @param folder where its configuration is kept */
export async function launchFixedBrowser(folder: string): Promise<Browser> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'fonts.conf');
  await writeFile(file, configuration(path.join(folder, 'fonts')));
  return launchBrowser({
    args: steadyDrawing,
    env: { FONTCONFIG_FILE: file, TZ: 'UTC', LANG: 'en_US.UTF-8', LANGUAGE: 'en_US' },
  });
}
