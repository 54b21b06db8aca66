// A page of a brand is written in place with six kinds of section, survives a session that ends, is published and read on the portal.
import { expect, it } from '@jest/globals';
import { joinPanel } from '../../setup/join-panel.ts';
import { filePicture } from '../../setup/panel-agent.ts';
import { look, openPanel } from '../../setup/panel.ts';
import { guideWriter, makePortal, readGuide, toPublishGuide } from '../guide-writing.ts';
import { shoot } from '../screenshots.ts';

const { panel, visitor, page, api, data } = await openPanel();

interface Stored {
  page: { hidden: boolean; sections: { template: string; title: string | null }[] };
}
const stored = async (): Promise<Stored['page']> =>
  (await data<Stored>('GET', '/api/v1/brands/brand/pages/guide')).page;

const { readers, addPage, writeColors, writeWords, signInAgain, writeTheRest } = guideWriter(
  panel,
  visitor,
  'journey-page',
);

it('loses nothing on the way to its readers', async () => {
  const logo = await filePicture(api, 'logo.png');
  await api('PATCH', '/api/v1/brand/rules', {
    set: [
      { key: 'color.primary', label: 'Brand blue', type: 'color', value: '#2244aa' },
      { key: 'logo.main', label: 'Logo', type: 'text', value: 'Our logo', assets: [{ id: logo }] },
    ],
  });
  await api('POST', '/api/v1/brands/brand/publish', {});
  const portal = await makePortal(api);
  const ines = await joinPanel(panel, visitor, 'Ines Example', 'read');

  await addPage();
  await writeColors();
  await writeWords();
  await signInAgain();
  await writeTheRest();

  // Nothing is saved yet, and all of it is there after a reload.
  expect(await stored()).toMatchObject({ hidden: true, sections: [] });
  await page.reload();
  await page.getByText('Your unsaved changes').waitFor();
  await readers().getByText('Recognized at a glance.').waitFor();
  await shoot(page, 'journey-page-draft');
  await page.getByRole('button', { name: 'Save page' }).click();
  await page.getByText('Page saved.').waitFor();
  const { hidden, sections } = await stored();
  expect(hidden).toBe(false);
  expect(sections.map(({ template, title }) => [template, title])).toEqual([
    ['palette', 'Our colors'],
    ['text', 'How we sound'],
    ['faq', 'Questions'],
    ['dodont', null],
    ['logos', 'Our logo'],
    ['statement', null],
  ]);
  // Its readers wait for the publish.
  await ines.page.goto(portal);
  expect(await ines.page.getByRole('link', { name: 'Guide' }).count()).toBe(0);

  const form = await toPublishGuide(page);
  await shoot(page, 'journey-page-publish');
  await form.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Readers already see the latest version.').waitFor();

  await ines.page.reload();
  await readGuide(ines.page);
  await look(panel, ines.page, 'journey-page-portal');
  await ines.context.close();
}, 300_000);
