// Every property of a page and its sections that the API takes can be set in the panel: each is set there, and read from the API.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { PagePatch, SectionPatch } from '../../src/brands/pages/schemas.ts';
import { filePicture } from '../setup/panel-agent.ts';
import { openPanel } from '../setup/panel.ts';
import { shoot } from './screenshots.ts';

const { panel, visitor, page } = await openPanel();
const at = '/api/v1/brands/brand/pages/everything';
const editor = '/admin/brands/brand/pages/everything';
const side = () => page.locator('.mq-side');
const stored = async (name = 'everything') =>
  (
    await visitor.api<{ data: { page: Record<string, unknown> & { sections: Record<string, unknown>[] } } }>(
      'GET',
      `/api/v1/brands/brand/pages/${name}`,
    )
  ).data.page;
const save = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Save page' }).click();
  await page.getByText('Page saved.').first().waitFor();
};
const choose = (label: string, option: string) =>
  side().getByLabel(label, { exact: true }).selectOption({ label: option });
const fill = (label: string, text: string) => side().getByLabel(label, { exact: true }).fill(text);

beforeAll(async () => {
  const logo = await filePicture(visitor.api.bind(visitor), 'logo.png');
  await visitor.api('PATCH', '/api/v1/brand/rules', {
    set: [
      { key: 'logo.main', label: 'Logo', type: 'text', value: 'Our logo', assets: [{ id: logo }] },
      {
        key: 'logo.main',
        context: 'dark-background',
        type: 'text',
        value: 'Reversed',
        assets: [{ id: logo }],
      },
    ],
  });
  await visitor.api('PUT', '/api/v1/brands/brand/pages/above', { title: 'Above' });
  await visitor.api('PUT', at, {
    title: 'Everything',
    sections: [
      { id: 'one', template: 'gallery', items: [{ asset: logo }] },
      { id: 'two', template: 'text', keys: ['logo.main'] },
    ],
  });
});

describe('a page', () => {
  it('has all of its properties in the panel', async () => {
    await page.goto(`${panel.url}${editor}`);
    await fill('Title', 'All of it');
    await fill('Lede', 'What there is.');
    await side().getByLabel('Hidden from readers, including its subpages').check();
    await side().getByText('Place, readers and layout').click();
    await choose('Parent page', 'Above');
    await choose('Readers', 'Members');
    await fill('Above the title', 'Guidelines');
    await choose('Layout', 'Landing page, opens with its cover');
    await fill('Icon', '★');
    await side()
      .getByLabel(/^Sections as tabs/)
      .check();
    await fill('Aliases', 'old-one, older');
    await page.keyboard.press('Enter');
    await side().getByText('older', { exact: true }).waitFor();
    await fill('Address', 'all');
    await shoot(page, 'page-properties');
    expect(await panel.findings(page)).toEqual([]);
    await save();
    const now = await stored('all');
    const set = {
      slug: 'all',
      title: 'All of it',
      lede: 'What there is.',
      hidden: true,
      parent: 'above',
      audience: 'members',
      eyebrow: 'Guidelines',
      layout: 'landing',
      icon: '★',
      tabs: true,
      aliases: ['old-one', 'older', 'everything'],
    };
    expect(now).toMatchObject(set);
    // The cover has a picker of its own, and the position is set in the list of pages.
    await side().getByText('Cover picture').waitFor();
    expect([...Object.keys(set), 'cover', 'position'].sort()).toEqual(Object.keys(PagePatch.shape).sort());
    await side().getByRole('button', { name: 'Remove the address older' }).click();
    await save();
    expect((await stored('all')).aliases).toEqual(['old-one', 'everything']);
  });
});

describe('a section', () => {
  const open = async (id: string): Promise<void> => {
    await page.goto(`${panel.url}/admin/brands/brand/pages/all?section=${id}`);
    await side().getByLabel('Template', { exact: true }).waitFor();
  };

  it('has all of its properties in the panel', async () => {
    await open('one');
    await fill('Heading', 'Pictures');
    await side().getByLabel('Body, in Markdown').first().fill('How we look.');
    await side().getByLabel('Rules to show').selectOption('logo.main');
    await fill('Rendition', 'w_400');
    await side().getByText('Display options').click();
    await side().getByLabel('Captions').uncheck();
    await side().getByText('Layout and readers').click();
    await fill('Above the heading', 'Look');
    await fill('Lede', 'At a glance.');
    await choose('Width', 'Wide');
    await choose('Background', 'Soft');
    await choose('Context', 'dark background');
    await choose('Columns', '2');
    await choose('Readers', 'Partners');
    await side().getByLabel('Hidden from readers', { exact: true }).check();
    await shoot(page, 'section-properties');
    expect(await panel.findings(page)).toEqual([]);
    await save();
    const [one] = (await stored('all')).sections;
    const set = {
      title: 'Pictures',
      body: 'How we look.',
      keys: ['logo.main'],
      items: [{ asset: expect.any(String), rendition: 'w_400' }],
      props: { captions: false },
      eyebrow: 'Look',
      lede: 'At a glance.',
      width: 'wide',
      tone: 'soft',
      context: 'dark-background',
      columns: 2,
      audience: 'partners',
      hidden: true,
      template: 'gallery',
    };
    expect(one).toMatchObject(set);
    expect(Object.keys(set).sort()).toEqual(Object.keys(SectionPatch.shape).sort());
  });

  it('changes its template, and keeps what the other one takes', async () => {
    await open('two');
    await side().getByLabel('Template', { exact: true }).selectOption({ label: 'Logos' });
    await page
      .frameLocator('iframe[title="The page as readers see it"]')
      .locator('[data-template="logos"] img')
      .waitFor();
    await save();
    expect((await stored('all')).sections[1]).toMatchObject({ template: 'logos', keys: ['logo.main'] });
    await side().getByLabel('Template', { exact: true }).selectOption({ label: 'Cover' });
    await save();
    expect((await stored('all')).sections[1]).toMatchObject({ template: 'cover', keys: [] });
  });

  it('goes back to the context of its page', async () => {
    await open('one');
    await side().getByText('Layout and readers').click();
    await choose('Context', 'As the page is read');
    await save();
    expect((await stored('all')).sections[0]).not.toHaveProperty('context');
  });
});
