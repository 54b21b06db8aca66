// Brands in the panel, in a real browser.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startGitServer, type GitServer } from '../brands/git-server.ts';
import { filePicture } from '../setup/panel-agent.ts';
import { admin, startPanel, type Panel, type Visitor } from '../setup/panel.ts';
import { shoot } from './screenshots.ts';

let git: GitServer;
let panel: Panel;
let page: Page;
let visitor: Visitor;

beforeAll(async () => {
  git = await startGitServer();
  panel = await startPanel({ FETCH_ALLOW: git.host });
  visitor = await panel.visit();
  ({ page } = visitor);
  await panel.signIn(page, admin);
  await filePicture(visitor.api.bind(visitor), 'logo.png');
}, 1_200_000);

afterAll(async () => {
  await panel?.close();
  await git?.close();
});

afterEach(() => {
  expect(panel.complaints()).toEqual([]);
});

const sheet = () => page.getByRole('dialog').last();
const rule = (key: string) => page.locator(`[data-rule="${key}"]`);
const rules = async () =>
  (await visitor.api<{ data: Record<string, unknown>[] }>('GET', '/api/v1/brand/rules')).data;

/** The rendered colour. */
const drawn = (selector: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor);

describe('rules', () => {
  it('are opened from the list of brands, with an explanation when there are none', async () => {
    await page.goto(`${panel.url}/admin/collections/brands`);
    await page.getByRole('link', { name: 'Brand', exact: true }).last().click();
    await page.waitForURL('**/admin/brands/brand');
    await page.getByText('No rules yet.').waitFor();
    await page.getByText('Not published yet').waitFor();
    expect(await page.locator('[data-rule]').count()).toBe(0);
  });

  it('are created with a colour swatch, and show errors at their fields', async () => {
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await sheet().getByLabel('Key').fill('color.primary');
    await sheet().getByLabel('Colour', { exact: false }).last().fill('blue');
    await sheet().getByRole('button', { name: 'Save rule' }).click();
    await sheet().locator('.mq-problem').filter({ hasText: '#rrggbb' }).waitFor();
    await panel.expectRefusal(422);
    await sheet().locator('#mq-rule-value').fill('#2244AA');
    await sheet().getByLabel('Pantone').fill('286 C');
    await sheet().getByLabel('CMYK').fill('100, 70, 0, 10');
    await sheet().getByRole('button', { name: 'Add a gradient' }).click();
    await sheet().getByLabel('Colour of stop 2', { exact: true }).fill('#88aaff');
    await sheet().getByLabel('Position of stop 2').fill('80');
    await sheet().getByLabel('Direction, in degrees').fill('90');
    await sheet().getByRole('button', { name: 'Save rule' }).click();
    await rule('color.primary').waitFor();
    expect(await drawn('[data-rule="color.primary"] .mq-sample--color > span')).toBe('rgb(34, 68, 170)');
    expect(await rules()).toMatchObject([
      {
        key: 'color.primary',
        value: '#2244aa',
        spec: {
          pantone: '286 C',
          cmyk: [100, 70, 0, 10],
          gradient: { angle: 90, stops: [{ color: '#2244aa' }, { color: '#88aaff', at: 80 }] },
        },
      },
    ]);
  });

  it('refer to another colour and a library file through pickers', async () => {
    await visitor.api('PATCH', '/api/v1/brand/rules', {
      set: [
        { key: 'color.paper', type: 'color', value: '#ffffff' },
        {
          key: 'type.head',
          type: 'font',
          value: { family: 'Georgia', weight: 700 },
          spec: { fallback: ['serif'] },
        },
        { key: 'voice.tone', type: 'text', value: 'Warm, plain, brief.' },
        { key: 'logo.clearSpace', type: 'number', value: 0.5, spec: { unit: '×' } },
      ],
    });
    await page.reload();
    await rule('color.primary').click();
    await sheet().getByRole('button', { name: 'Who can reach it' }).click();
    await sheet().getByRole('list', { name: 'Who can reach it' }).getByText(admin.email).waitFor();
    await sheet().getByLabel('Colour of stop 2', { exact: true }).fill('color.paper');
    await shoot(page, 'gradient');
    await sheet().getByLabel('Goes with').selectOption('color.paper');
    await sheet().getByRole('button', { name: 'Save rule' }).click();
    await sheet().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await sheet().getByLabel('Type').selectOption('text');
    await sheet().getByLabel('Key').fill('logo.main');
    await sheet().locator('#mq-rule-value').fill('Our logo');
    await sheet().getByRole('button', { name: 'Add a file' }).click();
    await sheet().getByLabel('Search the library').fill('logo');
    await sheet().getByRole('button', { name: 'logo.png' }).click();
    await sheet().getByRole('button', { name: 'Remove logo.png' }).waitFor();
    await shoot(page, 'rule');
    await sheet().getByRole('button', { name: 'Save rule' }).click();
    await rule('logo.main').locator('img').waitFor();
    expect(await rules()).toMatchObject([
      {
        key: 'color.primary',
        spec: {
          pair: 'color.paper',
          pantone: '286 C',
          gradient: { stops: [{ color: '#2244aa' }, { color: 'color.paper', at: 80 }] },
        },
      },
      {},
      {},
      {},
      {},
      { key: 'logo.main', type: 'text', value: 'Our logo', assets: [{ filename: 'logo.png' }] },
    ]);
    await shoot(page, 'rules');
  });
});

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

describe('the repository', () => {
  it('is connected with a token that is never shown, and synced', async () => {
    const { url } = await git.makeRepository('panel');
    git.demand('secret-token');
    await page.getByRole('link', { name: 'Git', exact: true }).click();
    await page.getByText('This brand isn’t connected to a Git repository.').waitFor();
    await page.locator('#mq-source-remote').fill('not an address');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.locator('#mq-source-remote-problem').waitFor();
    await panel.expectRefusal(400);
    await page.locator('#mq-source-remote').fill(url);
    await page.getByLabel('Token').fill('secret-token');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('Never synced').waitFor();
    // No sync yet.
    await panel.expectRefusal(404);
    expect(await page.getByLabel('Token').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Push only' }).click();
    await page.getByText('In sync at').waitFor();
    await page.getByText(/files on main at/).waitFor();
    expect(await git.git('panel', 'show', 'main:rules/color.yaml')).toContain('#2244aa');
    await shoot(page, 'source');
  });

  it('shows its errors by file and line, and changes on both sides as conflicts', async () => {
    const write = (text: string) =>
      git.inClone('panel', (dir) => writeFile(path.join(dir, 'rules/voice.yaml'), text));
    await write('voice.tone:\n  type: text\n  value: Plain.\nvoice.none:\n  type: number\n  value: many\n');
    await page.getByRole('button', { name: 'Pull and push' }).click();
    const problem = page.getByRole('list', { name: 'Problems' });
    await problem.getByText('rules/voice.yaml:6').waitFor();
    await problem.getByText('voice.none.value').waitFor();
    await shoot(page, 'source-problems');
    await visitor.api('PATCH', '/api/v1/brand/rules', { set: [{ key: 'voice.tone', value: 'Warm.' }] });
    await write('voice.tone:\n  type: text\n  value: Plain.\n');
    await page.getByRole('button', { name: 'Pull and push' }).click();
    await page.getByRole('list', { name: 'Conflicts' }).getByText('voice.tone.value').waitFor();
    expect(await rules()).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: 'voice.tone', value: 'Plain.' })]),
    );
    await shoot(page, 'source-conflicts');
  });
});

describe('the theme', () => {
  it('uses rules for its parts and shows their contrast', async () => {
    await page.goto(`${panel.url}/admin/brands/brand/theme`);
    await page.getByLabel('Accent').selectOption('color.primary');
    await page.locator('[data-check="links"]').filter({ hasText: '8.' }).waitFor();
    await page.getByLabel('Surface').selectOption('color.primary');
    await page.locator('[data-check="links"]').filter({ hasText: 'is shown instead' }).waitFor();
    expect(await drawn('.mq-themed')).toBe('rgb(34, 68, 170)');
    await page.getByLabel('Surface').selectOption('color.paper');
    await page.locator('[data-check="links"]').filter({ hasText: '8.' }).waitFor();
    await shoot(page, 'theme');
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
    expect((await rules())[0]).toMatchObject({ key: 'color.primary', value: '#2244aa' });
  });
});

describe('every part', () => {
  it.each(['', '/pages/colour', '/theme', '/versions', '/source'])(
    'passes axe in light and dark, and fits a phone: %s',
    async (part) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(`${panel.url}/admin/brands/brand${part}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect(await panel.findings(page)).toEqual([]);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await panel.overflow(page)).toBe(0);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
    },
  );

  it('asks visitors to sign in first', async () => {
    const other = await panel.visit();
    await other.page.goto(`${panel.url}/admin/brands/brand`);
    await other.page.waitForURL('**/admin/login?redirect=*');
    expect(new URL(other.page.url()).searchParams.get('redirect')).toMatch(/\/admin\/brands\/brand$/);
    await other.context.close();
  });
});
