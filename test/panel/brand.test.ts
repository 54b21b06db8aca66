// Brands in the panel, in a real browser.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGitServer } from '../brands/git/git-server.ts';
import { filePicture } from '../setup/panel-agent.ts';
import { admin, openPanel } from '../setup/panel.ts';
import { shoot } from './screenshots.ts';

const git = await startGitServer();
const { panel, visitor, page } = await openPanel();

beforeAll(async () => {
  await filePicture(visitor.api.bind(visitor), 'logo.png');
});

afterAll(() => git.close());

const sheet = () => page.getByRole('dialog').last();
const rule = (key: string) => page.locator(`[data-rule="${key}"]`);
const rules = async () =>
  (await visitor.api<{ data: Record<string, unknown>[] }>('GET', '/api/v1/brand/rules')).data;

/** The rendered color. */
const drawn = (selector: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor);

describe('rules', () => {
  it('are opened from the list of brands, with an explanation when there are none', async () => {
    await page.goto(`${panel.url}/admin/brands`);
    const card = page
      .getByRole('list', { name: 'Brands' })
      .getByRole('listitem')
      .filter({ hasText: 'Brand' });
    await card.getByText('Not published yet').waitFor();
    await card.getByText('Default brand').waitFor();
    await shoot(page, 'brands-empty');
    await card.getByRole('link').click();
    await page.waitForURL('**/admin/brands/brand');
    await page.getByText('No rules yet').waitFor();
    await page.getByText('Not published yet').waitFor();
    expect(await page.locator('[data-rule]').count()).toBe(0);
  });

  it('are created by name with a color swatch, and show errors at their fields', async () => {
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await sheet().getByLabel('Name').fill('Brand blue');
    await sheet().locator('#mq-rule-value').fill('blue');
    await sheet().getByRole('button', { name: 'Save rule' }).click();
    await sheet().locator('.mq-problem').filter({ hasText: '#rrggbb' }).waitFor();
    await panel.expectRefusal(422);
    await sheet().locator('#mq-rule-value').fill('#2244AA');
    await sheet().getByLabel('Pantone').fill('286 C');
    await sheet().getByLabel('CMYK').fill('100, 70, 0, 10');
    await sheet().getByRole('button', { name: 'Add a gradient' }).click();
    await sheet().getByLabel('Color of stop 2', { exact: true }).fill('#88aaff');
    await sheet().getByLabel('Position of stop 2').fill('80');
    await sheet().getByLabel('Direction, in degrees').fill('90');
    await sheet().getByText('Advanced').click();
    expect(await sheet().getByLabel('Key').getAttribute('placeholder')).toBe('color.brandBlue');
    await sheet().getByLabel('Key').fill('color.primary');
    await sheet().getByRole('button', { name: 'Save rule' }).click();
    await rule('color.primary').getByText('Brand blue').waitFor();
    expect(await drawn('[data-rule="color.primary"] .mq-sample--color > span')).toBe('rgb(34, 68, 170)');
    expect(await rules()).toMatchObject([
      {
        key: 'color.primary',
        label: 'Brand blue',
        value: '#2244aa',
        spec: {
          pantone: '286 C',
          cmyk: [100, 70, 0, 10],
          gradient: { angle: 90, stops: [{ color: '#2244aa' }, { color: '#88aaff', at: 80 }] },
        },
      },
    ]);
  });

  it('refer to another color and a library file through pickers', async () => {
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
    await sheet().getByLabel('Color of stop 2', { exact: true }).fill('color.paper');
    await shoot(page, 'gradient');
    await sheet().getByLabel('Goes with').selectOption('color.paper');
    await sheet().getByRole('button', { name: 'Save rule' }).click();
    await sheet().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await sheet().getByLabel('Type').selectOption('text');
    await sheet().getByLabel('Name').fill('Main');
    await sheet().locator('#mq-rule-value').fill('Our logo');
    await sheet().getByRole('button', { name: 'Add a file' }).click();
    await sheet().getByLabel('Search the library').fill('logo');
    await sheet().getByRole('button', { name: 'logo.png' }).click();
    await sheet().getByRole('button', { name: 'Remove logo.png' }).waitFor();
    // Large, on each ground.
    await sheet().getByText('On black').waitFor();
    expect(await sheet().locator('.mq-grounds--large img').count()).toBe(3);
    await shoot(page, 'rule');
    await sheet().getByRole('button', { name: 'Save rule' }).click();
    await rule('logo.main').locator('img').first().waitFor();
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

  it('are reordered by keys, which can be undone', async () => {
    const colors = async (): Promise<unknown[]> =>
      (await rules()).filter(({ type }) => type === 'color').map(({ key }) => key);
    await page.getByRole('button', { name: 'Move Brand blue, 1 of 2' }).press('ArrowRight');
    await page.getByText('Brand blue is now 2 of 2').waitFor({ state: 'attached' });
    await page.getByText('Order changed').waitFor();
    expect(await colors()).toEqual(['color.paper', 'color.primary']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Move Brand blue, 1 of 2' }).waitFor();
    expect(await colors()).toEqual(['color.primary', 'color.paper']);
  });

  it('keep what was typed over a reload, and it is merged with what somebody else saved', async () => {
    await rule('voice.tone').click();
    await sheet().locator('#mq-rule-value').fill('Warm, plain, and brief.');
    await sheet().getByLabel('How to use it').fill('In everything we write.');
    await page.reload();
    await sheet().getByText('Your unsaved changes').waitFor();
    expect(await sheet().locator('#mq-rule-value').inputValue()).toBe('Warm, plain, and brief.');
    await visitor.api('PATCH', '/api/v1/brand/rules', {
      set: [{ key: 'voice.tone', value: 'Warm and plain.', label: 'Tone of voice' }],
    });
    await sheet().getByRole('button', { name: 'Save rule' }).click();
    await panel.expectRefusal(409);
    const merging = page.getByRole('dialog', { name: /changed this, too$/ });
    const value = merging.getByRole('group', { name: 'Value' });
    await value.getByText('Warm and plain.').waitFor();
    await shoot(page, 'merge');
    expect(await panel.findings(page)).toEqual([]);
    await value.getByRole('radio').first().check();
    await merging.getByRole('button', { name: 'Merge and save' }).click();
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
    await rule('voice.tone').getByText('Tone of voice').waitFor();
    expect((await rules()).find(({ key }) => key === 'voice.tone')).toMatchObject({
      label: 'Tone of voice',
      value: 'Warm and plain.',
      usage: 'In everything we write.',
    });
    // Nothing is left of the draft.
    await rule('voice.tone').click();
    await sheet().locator('#mq-rule-value').waitFor();
    expect(await sheet().getByText('Your unsaved changes').count()).toBe(0);
    await page.keyboard.press('Escape');
    await visitor.api('PATCH', '/api/v1/brand/rules', {
      set: [{ key: 'voice.tone', value: 'Warm, plain, brief.' }],
    });
  });
});

describe('the repository', () => {
  it('is connected with a token that is never shown, and synced', async () => {
    const { url } = await git.makeRepository('panel');
    git.demand('secret-token');
    await page.goto(`${panel.url}/admin/brands/brand/source`);
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

describe('every part', () => {
  it.each(['', '/pages', '/theme', '/versions', '/source'])(
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
