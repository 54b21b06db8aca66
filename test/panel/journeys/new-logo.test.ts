// A brand's logo is replaced by a new version, compared, looked up where it is used, and switched back.
import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import sharp from 'sharp';
import { joinPanel } from '../../setup/join-panel.ts';
import { fileAsset } from '../../setup/panel-agent.ts';
import { look, openPanel, type Visitor } from '../../setup/panel.ts';
import { assetCard, openedId } from '../panel-assets.ts';

const { panel, visitor, page, api, data } = await openPanel();
const library = `${panel.url}/admin/collections/assets`;

interface Version {
  id: string;
  version: number;
  current: boolean;
}

/** The logo as vector: what is replaced is its color. */
const logoIn = (color: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="240"><rect x="20" y="20" width="200" height="200" rx="40" fill="${color}"/><circle cx="340" cy="120" r="90" fill="${color}"/></svg>`,
  );
const pngOf = (svg: Buffer): Promise<Buffer> => sharp(svg).png().toBuffer();

it('is what everybody sees until it is switched back', async () => {
  const logo = await fileAsset(api, 'logo.png', await pngOf(logoIn('#1d4ed8')));
  await api('PATCH', `/api/v1/assets/${logo}`, { title: 'Our logo', public: true });
  await fileAsset(api, 'rocket.jpg', await readFile('fixtures/rocket.jpg'));
  await api('PATCH', '/api/v1/brand/rules', {
    set: [{ key: 'logo.main', label: 'Main logo', type: 'text', value: 'Our logo', assets: [{ id: logo }] }],
  });
  const kit = await data<{ id: string }>('POST', '/api/v1/collections', { name: 'Press kit' });
  await api('POST', `/api/v1/collections/${kit.id}/assets`, { add: [logo] });
  const ines = await joinPanel(panel, visitor, 'Ines Example', 'read');

  const versions = (): Promise<Version[]> => data('GET', `/api/v1/assets/${logo}/versions`);
  const currentVersion = async () => (await versions()).find(({ current }) => current)?.version;
  /** The color of the logo's middle, at the address that always has the current version. */
  const served = async (): Promise<number[]> => {
    const answer = await ines.context.request.get(`${panel.url}/c/${logo}`);
    const { data: pixels, info } = await sharp(await answer.body())
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (120 * info.width + 120) * info.channels;
    return [...pixels.subarray(at, at + 3)];
  };
  const inCollection = async (who: Visitor): Promise<string[]> =>
    (await who.api<{ data: { id: string }[] }>('GET', `/api/v1/collections/${kit.id}/assets`)).data.map(
      ({ id }) => id,
    );
  expect(await served()).toEqual([29, 78, 216]);

  await page.goto(library);
  await assetCard(page, 'Our logo').getByRole('link').click();
  await page.getByText('There is only one version.').waitFor();
  await page
    .getByLabel('File of the new version')
    .setInputFiles({ name: 'logo-2.png', mimeType: 'image/png', buffer: await pngOf(logoIn('#be123c')) });
  await page.getByText('Version 2 is now the current version').waitFor();
  await page.waitForURL((url) => !url.pathname.includes(logo));
  const second = openedId(page);
  const row = (n: number) =>
    page.getByRole('list', { name: 'Versions' }).getByLabel(`Version ${n}`, { exact: true });
  await row(2).getByText('Current version').waitFor();
  expect(await currentVersion()).toBe(2);
  expect(await served()).toEqual([190, 18, 60]);
  expect(await inCollection(ines)).toEqual([second]);

  await page.getByRole('button', { name: 'Slider' }).click();
  const slider = page.getByRole('slider');
  await slider.focus();
  await page.keyboard.press('End');
  expect(await slider.getAttribute('aria-valuetext')).toBe('100%');
  await page.keyboard.press('Home');
  await look(panel, page, 'journey-logo-compare');

  await page.getByRole('tab', { name: 'Where used' }).click();
  const used = (kind: string) => page.getByRole('list', { name: `Where used: ${kind}`, exact: true });
  await used('Collections').getByRole('link', { name: 'Press kit' }).waitFor();
  await look(panel, page, 'journey-logo-uses');

  await ines.page.goto(library);
  await assetCard(ines.page, 'Our logo').getByRole('link').click();
  await ines.page.waitForURL(`**/${second}**`);

  await page.getByRole('tab', { name: 'Versions' }).click();
  await row(1).getByRole('button', { name: 'Make version 1 current' }).click();
  await page.getByText(/^Version 2 is used in /).waitFor();
  await look(panel, page, 'journey-logo-switch');
  await row(1).getByRole('button', { name: 'Make version 1 current' }).click();
  await row(1).getByText('Current version').waitFor();
  expect(await currentVersion()).toBe(1);
  expect(await served()).toEqual([29, 78, 216]);
  expect(await inCollection(ines)).toEqual([logo]);

  // A rule of a brand names the version it was given.
  await page.goto(`${library}/${logo}`);
  await page.getByRole('tab', { name: 'Where used' }).click();
  await used('Brand rules').getByRole('link', { name: 'Main logo' }).waitFor();

  await ines.page.goto(library);
  await assetCard(ines.page, 'Our logo').getByRole('link').click();
  await ines.page.waitForURL(`**/${logo}**`);
  await ines.context.close();
}, 300_000);
