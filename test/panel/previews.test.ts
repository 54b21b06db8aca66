// Previews in a real browser: files that browsers can't show are recognized in the library, and an asset says why it has none.
// cspell:ignore testsrc
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { docx, fixture, halves, pdf, psd, wav, zip } from '../media/files.ts';
import { makeFolder, until } from '../setup/children.ts';
import { fileAsset } from '../setup/panel-agent.ts';
import { look, openPanel } from '../setup/panel.ts';

const { panel, page, api } = await openPanel();
const library = () => `${panel.url}/admin/collections/assets`;

const idOf = async (q: string): Promise<string> =>
  (await api<{ data: { id: string }[] }>('GET', `/api/v1/assets?q=${q}`)).data[0]?.id ?? '';

beforeAll(async () => {
  const files: Record<string, Buffer> = {
    'phone.heic': await fixture('two-colors.heic'),
    'report.pdf': pdf([{ width: 595, height: 842, color: '0.9 0.7 0.2' }]),
    'layout.psd': psd({ width: 300, height: 200, mode: 4, pixel: [0, 255, 0, 255] }),
    'letter.docx': await docx(await halves(300, 400, '#c33', '#369')),
    'type.woff2': await readFile('node_modules/geist/dist/fonts/geist-mono/GeistMono-Bold.woff2'),
    'empty.docx': await docx(null),
  };
  for (const [name, bytes] of Object.entries(files)) await fileAsset(api, name, bytes);
});

it('are pictures in the library', async () => {
  await page.goto(library());
  const pictures = page.locator('.mq-thumb img');
  await pictures.nth(4).waitFor();
  expect(await pictures.count()).toBe(5);
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('.mq-thumb img')].every(
      (one) => one.complete && one.naturalWidth > 0,
    ),
  );
  await look(panel, page, 'previews');
});

it('appear without a reload, however long the drawing takes', async () => {
  // No picture, as with an answer that says "not yet", which the browser would complain about.
  let refused = 0;
  await page.route(/w_(320|640),f_webp/, (route) => {
    refused += 1;
    if (refused > 5) return route.continue();
    return route.fulfill({ contentType: 'image/webp', headers: { 'cache-control': 'no-store' }, body: '' });
  });
  await page.goto(library());

  await page.locator('.mq-thumb--file').nth(4).waitFor();
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll<HTMLImageElement>('.mq-thumb img')].filter(
        (one) => one.complete && one.naturalWidth > 0,
      ).length === 5,
  );
  await page.unrouteAll();
});

it('are on the page of an asset, whose own page shows a PDF and a font as before', async () => {
  await page.goto(`${library()}/${await idOf('phone')}`);
  await page.locator('.mq-preview--picture img').waitFor();
  await look(panel, page, 'preview-heic');
  await page.goto(`${library()}/${await idOf('report')}`);
  await page.locator('.mq-preview iframe').waitFor();
});

it('say why there is none', async () => {
  await page.goto(`${library()}/${await idOf('empty')}`);
  await page.getByText('It has no embedded thumbnail.').waitFor();
  await look(panel, page, 'preview-none');
});

it('are compared page by page between the versions of a document', async () => {
  const page1 = { width: 595, height: 842, color: '0.9 0.7 0.2' };
  await page.goto(`${library()}/${await idOf('report')}`);
  await page.getByText('There is only one version.').waitFor();
  await page.getByLabel('File of the new version').setInputFiles({
    name: 'report-2.pdf',
    mimeType: 'application/pdf',
    buffer: pdf([page1, { ...page1, color: '0.2 0.4 0.9' }]),
  });
  await page.getByText('Version 2 is now the current version').waitFor();
  await page.getByText('Page 1 of 2').waitFor();
  await page.getByRole('button', { name: 'Difference' }).click();
  await page.getByRole('img', { name: 'What differs between version 1 and version 2' }).waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('Version 1 has no page 2.').waitFor();
  await page.waitForFunction(() => {
    const one = document.querySelector<HTMLImageElement>('.mq-compared img');
    return one?.src.includes('page_2') && one.complete && one.naturalWidth > 0;
  });
  expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
  await look(panel, page, 'previews-compared');
});

it('of sounds are waveforms that one moves through', async () => {
  // Three seconds, louder and louder.
  const samples = Array.from({ length: 24_000 }, (_, at) => Math.sin(at / 3) * (at / 24_000));
  const id = await fileAsset(api, 'jingle.wav', wav({ samples }));
  await page.goto(`${library()}/${id}`);
  const position = page.getByRole('slider', { name: 'Position in the sound' });
  await position.press('ArrowRight');
  expect(await position.getAttribute('aria-valuetext')).toBe('0:01 of 0:03');
  await page.waitForFunction(() => document.querySelector('audio')?.currentTime === 1);
  // The size of the picture isn't one of the sound.
  expect(await page.getByRole('term').filter({ hasText: 'Pixels' }).count()).toBe(0);
  await look(panel, page, 'preview-sound');
});

it('of videos are frames under the pointer', async () => {
  const folder = await makeFolder();
  const file = path.join(folder.path, 'clip.mp4');
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=10'];
  execFileSync('ffmpeg', ['-v', 'error', ...source, '-pix_fmt', 'yuv420p', file]);
  const id = await fileAsset(api, 'clip.mp4', await readFile(file));
  await folder.remove();
  await until(async () => {
    const { data } = await api<{ data: { clip: string | null } }>('GET', `/api/v1/assets/${id}/preview`);
    return data.clip !== null;
  });
  await page.goto(library());
  const card = page.locator(`[data-asset="${id}"]`);
  const { width = 0, height = 0 } = (await card.boundingBox()) ?? {};
  const strip = page.waitForResponse((answer) => answer.url().endsWith(`/${id}/preview/strip`));
  await card.hover({ position: { x: width * 0.55, y: height / 3 } });
  expect((await strip).status()).toBe(200);
  expect(await card.locator('.mq-frames').getAttribute('data-frame')).toBe('5');
  await card.hover({ position: { x: width * 0.95, y: height / 3 } });
  await card.locator('.mq-frames[data-frame="9"]').waitFor();
  if (process.env.MARQUE_SCREENSHOTS)
    await page.screenshot({ path: path.join(process.env.MARQUE_SCREENSHOTS, 'preview-frames.png') });
  await page.mouse.move(0, 0);
  await card.locator('.mq-frames').waitFor({ state: 'detached' });
});

it('of archives are lists of what is in them', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `logos/mark-${at + 1}.svg`);
  const bytes = await zip(Object.fromEntries(names.map((name) => [name, `<svg>${name}</svg>`])));
  const id = await fileAsset(api, 'kit.zip', bytes);
  await page.goto(`${library()}/${id}`);
  const contents = page.getByRole('region', { name: 'Contents: 20 parts' });
  await contents.getByText('logos/mark-12.svg').waitFor();
  expect(await contents.getByRole('listitem').count()).toBe(12);
  await look(panel, page, 'preview-archive');
  await contents.getByRole('button', { name: 'Show all 20' }).click();
  await contents.getByText('logos/mark-20.svg').waitFor();
});

it('depend on programs that the settings list', async () => {
  await page.goto(`${panel.url}/admin/settings`);
  await page.getByRole('heading', { name: 'Programs on the server' }).scrollIntoViewIfNeeded();
  await page.getByText('Draws previews of videos and sounds').waitFor();
  await look(panel, page, 'settings-programs');
});
