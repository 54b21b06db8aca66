// Previews in a real browser: files that browsers can't show are recognized in the library, and an asset says why it has none.
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { docx, fixture, halves, pdf, psd } from '../media/files.ts';
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

it('depend on programs that the settings list', async () => {
  await page.goto(`${panel.url}/admin/settings`);
  await page.getByRole('heading', { name: 'Programs on the server' }).scrollIntoViewIfNeeded();
  await page.getByText('Draws previews of videos and sounds').waitFor();
  await look(panel, page, 'settings-programs');
});
