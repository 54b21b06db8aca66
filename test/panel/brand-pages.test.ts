// Pages of a brand in the panel, in a real browser: written, commented, published.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { admin, startPanel, type Panel, type Visitor } from '../setup/panel.ts';
import { shoot } from './screenshots.ts';

let panel: Panel;
let page: Page;
let visitor: Visitor;

beforeAll(async () => {
  panel = await startPanel();
  visitor = await panel.visit();
  ({ page } = visitor);
  await panel.signIn(page, admin);
  await visitor.api('PATCH', '/api/v1/brand/rules', {
    set: [
      { key: 'color.paper', type: 'color', value: '#ffffff' },
      {
        key: 'color.primary',
        type: 'color',
        value: '#2244aa',
        spec: { gradient: { angle: 90, stops: [{ color: '#2244aa' }, { color: 'color.paper', at: 80 }] } },
      },
      { key: 'voice.tone', type: 'text', value: 'Warm, plain, brief.' },
    ],
  });
  await page.goto(`${panel.url}/admin/brands/brand`);
}, 1_200_000);

afterAll(() => panel?.close());

afterEach(() => {
  expect(panel.complaints()).toEqual([]);
});

const rules = async () =>
  (await visitor.api<{ data: Record<string, unknown>[] }>('GET', '/api/v1/brand/rules')).data;

describe('pages', () => {
  it('are generated from the rules, and opened from the tree', async () => {
    await page.getByRole('link', { name: 'Pages', exact: true }).click();
    await page.waitForURL('**/admin/brands/brand/pages');
    await page.getByRole('button', { name: 'Create a first set' }).click();
    await page.getByRole('link', { name: 'Colour', exact: true }).click();
    await page.waitForURL('**/pages/colour');
    await page.locator('#mq-page-title').waitFor();
    await page.getByRole('button', { name: 'Who can reach it' }).click();
    await page.getByRole('list', { name: 'Who can reach it' }).getByText(admin.email).waitFor();
    expect(await page.locator('#mq-page-title').inputValue()).toBe('Colour');
  });

  it('are edited with sections and the rules they show, and saved', async () => {
    await page.locator('#mq-page-lede').fill('Every colour we use.');
    await page.getByLabel('Add a section').selectOption('text');
    const section = page.getByRole('region', { name: 'Section 2' });
    await section.getByLabel('Heading').fill('How we speak of it');
    await section.getByLabel('Rules to show').selectOption('voice.tone');
    await page.getByRole('region', { name: 'Section 1' }).locator('.mq-spot').first().waitFor();
    // The preview, before saving.
    const shown = page.frameLocator('iframe[title="Preview of the page"]');
    await shown.getByRole('heading', { name: 'How we speak of it' }).waitFor();
    await shown.getByText('Warm, plain, brief.').waitFor();
    expect(
      await shown
        .locator('.mqb-swatch-color')
        .first()
        .evaluate((swatch) => getComputedStyle(swatch).backgroundImage),
    ).toBe('linear-gradient(90deg, rgb(34, 68, 170), rgb(255, 255, 255) 80%)');
    await page.getByRole('button', { name: 'Save page' }).click();
    await page.getByText('Page saved.').waitFor();
    await shoot(page, 'page');
    const { data } = await visitor.api<{ data: { page: { lede: string; sections: object[] } } }>(
      'GET',
      '/api/v1/brands/brand/pages/colour',
    );
    expect(data.page).toMatchObject({
      lede: 'Every colour we use.',
      sections: [
        { template: 'palette' },
        { template: 'text', title: 'How we speak of it', keys: ['voice.tone'] },
      ],
    });
  });

  it('are not saved over someone else’s change', async () => {
    await visitor.api('PATCH', '/api/v1/brands/brand/pages/colour', {
      ops: [{ op: 'page', set: { title: 'All colours' } }],
    });
    await page.locator('#mq-page-lede').fill('Mine');
    await page.getByRole('button', { name: 'Save page' }).click();
    await page.getByRole('alert').filter({ hasText: 'changed since you read it' }).waitFor();
    await panel.expectRefusal(412);
    const { data } = await visitor.api<{ data: { page: { title: string; lede: string } } }>(
      'GET',
      '/api/v1/brands/brand/pages/colour',
    );
    expect(data.page).toMatchObject({ title: 'All colours', lede: 'Every colour we use.' });
  });
});

describe('comments', () => {
  const thread = (words: string) => page.locator('.mq-thread').filter({ hasText: words });

  it('are added to a section, answered, resolved and reopened', async () => {
    await page.goto(`${panel.url}/admin/brands/brand/pages/colour`);
    await page.getByLabel('About', { exact: true }).selectOption({ label: '2. How we speak of it' });
    await page.getByRole('textbox', { name: 'Add a comment to this page' }).fill('Is this how we sound?');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await thread('Is this how we sound?').getByText('2. How we speak of it').waitFor();
    await thread('Is this how we sound?').getByRole('button', { name: 'Reply' }).click();
    await page.getByRole('textbox', { name: 'Your reply' }).fill('It is.');
    await page.getByRole('group', { name: 'Your reply' }).getByRole('button', { name: 'Reply' }).click();
    const replies = thread('Is this how we sound?').getByRole('list', { name: 'Replies' });
    await replies.getByText('It is.').waitFor();
    await shoot(page, 'comments');
    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    await page.getByText('No open comments.').waitFor();
    await page.getByRole('button', { name: 'Resolved', exact: true }).click();
    await thread('It is.').getByText('Resolved by').waitFor();
    await page.getByRole('button', { name: 'Reopen' }).click();
    await page.getByText('No resolved comments yet.').waitFor();
    const { data } = await visitor.api<{ data: object[] }>(
      'GET',
      '/api/v1/brands/brand/comments?page=colour',
    );
    expect(data).toMatchObject([
      {
        body: 'Is this how we sound?',
        section: expect.any(String),
        resolvedAt: null,
        replies: [{ body: 'It is.' }],
      },
    ]);
  });
});

describe('publishing', () => {
  it('shows the changes for readers, and publishes with a note', async () => {
    await page.getByRole('link', { name: 'Publish and history' }).click();
    await page.getByText('What readers will see for the first time').waitFor();
    const form = page.getByRole('form', { name: 'Publish' });
    await form.locator('[data-changed="color.primary"]').waitFor();
    await form.getByLabel('What’s new, for readers').fill('Our first guidelines');
    await shoot(page, 'publish');
    await form.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Readers already see the latest version.').waitFor();
    await page.getByText('Published: version').waitFor();
    const { data } = await visitor.api<{ data: { note: string }[] }>('GET', '/api/v1/brands/brand/updates');
    expect(data).toMatchObject([{ note: 'Our first guidelines' }]);
  });

  it('shows a changed colour before and after, and restores a version', async () => {
    await visitor.api('PATCH', '/api/v1/brand/rules', { set: [{ key: 'color.primary', value: '#aa2222' }] });
    await page.reload();
    await page.getByText('Changed since the last publish').waitFor();
    const change = page.getByRole('form', { name: 'Publish' }).locator('[data-changed="color.primary"]');
    await change.waitFor();
    expect(
      await change
        .locator('.mq-spot')
        .evaluateAll((spots) => spots.map((spot) => getComputedStyle(spot).backgroundColor)),
    ).toEqual(['rgb(34, 68, 170)', 'rgb(170, 34, 34)']);
    await shoot(page, 'changed');
    await page.getByRole('button', { name: 'Restore…' }).first().click();
    await page.getByRole('button', { name: /Restore rules, pages and theme of version/ }).click();
    await page.getByText('Readers already see the latest version.').waitFor();
    expect((await rules()).find(({ key }) => key === 'color.primary')).toMatchObject({ value: '#2244aa' });
  });
});
