// Pages of a brand in the panel, in a real browser: written in place, commented, published.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../setup/children.ts';
import { filePicture } from '../setup/panel-agent.ts';
import { openPanel } from '../setup/panel.ts';
import { guideWriter, type GuideWriter, makePortal, readGuide, toPublishGuide } from './guide-writing.ts';
import { shoot } from './screenshots.ts';

const { panel, visitor, page } = await openPanel();

const guide = '/api/v1/brands/brand/pages/guide';
const guideAt = '/admin/brands/brand/pages/guide';

interface Stored {
  data: { page: { title: string; lede: string | null; hidden: boolean; sections: StoredSection[] } };
}
interface StoredSection {
  id: string;
  template: string;
  title: string | null;
}

const stored = async () => (await visitor.api<Stored>('GET', guide)).data.page;
const templates = async () => (await stored()).sections.map(({ template }) => template);

let writer: GuideWriter;
let portal: string;
const side = () => writer.side();
const heading = () => writer.heading();
const readers = () => writer.readers();
const place = (name: RegExp) => page.getByRole('button', { name });

beforeAll(async () => {
  writer = guideWriter(panel, visitor, 'page');
  const logo = await filePicture(visitor.api.bind(visitor), 'logo.png');
  await visitor.api('PATCH', '/api/v1/brand/rules', {
    set: [
      { key: 'color.primary', label: 'Brand blue', type: 'color', value: '#2244aa' },
      { key: 'color.paper', type: 'color', value: '#ffffff' },
      { key: 'logo.main', label: 'Logo', type: 'text', value: 'Our logo', assets: [{ id: logo }] },
    ],
  });
  await visitor.api('POST', '/api/v1/brands/brand/publish', {});
  portal = await makePortal(visitor.api.bind(visitor));
});

describe('a page written in place', () => {
  it('is added to the list, and says what belongs into its empty sections', async () => {
    await writer.addPage();
    await writer.writeColors();
  });

  it('gets six kinds of section, and loses nothing when the session ends in the middle', async () => {
    await writer.writeWords();
    await writer.signInAgain();
    await writer.writeTheRest();

    // Nothing is saved yet, and all of it is there after a reload.
    expect(await stored()).toMatchObject({ hidden: true, sections: [] });
    await page.reload();
    await page.getByText('Your unsaved changes').waitFor();
    await readers().getByText('Recognized at a glance.').waitFor();
    await shoot(page, 'page');
  });

  it('is rearranged by keys', async () => {
    const outline = () => page.getByRole('list', { name: 'Outline' }).getByRole('listitem').allTextContents();
    await place(/^Move section 6\./).press('Home');
    await page.getByText(/is now 1 of 6/).waitFor({ state: 'attached' });
    expect((await outline())[0]).toBe('1. Statement');
    await place(/^Move section 6\. Our logo/).press('Home');
    await page.getByRole('list', { name: 'Outline' }).getByText('1. Our logo').waitFor();
    await page.getByRole('button', { name: 'Save page' }).click();
    await page.getByText('Page saved.').waitFor();
    expect(await templates()).toEqual(['logos', 'statement', 'palette', 'text', 'faq', 'dodont']);
    await page.reload();
    await readers().getByText('Recognized at a glance.').waitFor();
    expect(await page.getByText('Your unsaved changes').count()).toBe(0);
  });

  it('opens a section with a click on it; removing one can be undone', async () => {
    await page.locator('[data-section]').nth(3).hover();
    await place(/^Edit section 4\. How we sound/).click();
    await page.waitForURL('**/guide?section=*');
    expect(await heading().inputValue()).toBe('How we sound');
    await page.getByRole('button', { name: 'Hide section 4 from readers' }).click();
    await page.locator('[data-section]').nth(3).getByText('Hidden').waitFor();
    await page.getByRole('button', { name: 'Show section 4 to readers' }).click();
    await page.getByRole('button', { name: 'Remove section 4' }).click();
    await readers().getByText('How we sound').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await readers().getByText('How we sound').waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
  });

  it('is merged with what somebody else saved meanwhile', async () => {
    await visitor.api('PATCH', guide, {
      ops: [{ op: 'page', set: { title: 'Guide', lede: 'All we know.' } }],
    });
    await page.goto(`${panel.url}${guideAt}`);
    const lede = side().getByLabel('Lede', { exact: true });
    await readers().getByText('All we know.').waitFor();
    await lede.fill('Everything we know.');
    const [, , palette] = (await stored()).sections;
    await visitor.api('PATCH', guide, {
      ops: [
        { op: 'page', set: { lede: 'What we know.' } },
        { op: 'update', id: palette?.id, set: { title: 'Colors' } },
      ],
    });
    await page.getByRole('button', { name: 'Save page' }).click();
    await panel.expectRefusal(409);
    const merging = page.getByRole('dialog', { name: /changed this, too$/ });
    await merging.getByRole('group', { name: 'Lede' }).getByText('What').waitFor();
    expect(await merging.getByRole('group', { name: 'Lede' }).getByRole('radio').nth(1).isChecked()).toBe(
      true,
    );
    await merging.getByText('Changed by one of you').click();
    await merging.getByText('Colors', { exact: true }).waitFor();
    await shoot(page, 'page-merge');
    await merging.getByRole('button', { name: 'Merge and save' }).click();
    await page.getByText('Page saved.').first().waitFor();
    const now = await stored();
    expect(now.lede).toBe('Everything we know.');
    expect(now.sections[2]?.title).toBe('Colors');
  });

  it('is published with what changed as it looks, and read on the portal', async () => {
    const form = await toPublishGuide(page);
    await form.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Readers already see the latest version.').waitFor();

    const reader = await panel.visit();
    await reader.page.goto(portal);
    await readGuide(reader.page);
    await reader.context.close();
  });
});

describe('comments', () => {
  const thread = (words: string) => page.locator('.mq-thread').filter({ hasText: words });

  it('are added to a section, answered, resolved and reopened', async () => {
    await page.goto(`${panel.url}/admin/brands/brand/pages/guide`);
    await page.getByLabel('About', { exact: true }).selectOption({ label: '4. How we sound' });
    await page.getByRole('textbox', { name: 'Add a comment to this page' }).fill('Is this how we sound?');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await thread('Is this how we sound?').getByText('4. How we sound').waitFor();
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
    const { data } = await visitor.api<{ data: object[] }>('GET', '/api/v1/brands/brand/comments?page=guide');
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
  it('shows a changed color and page before and after', async () => {
    await visitor.api('PATCH', '/api/v1/brand/rules', { set: [{ key: 'color.primary', value: '#aa2222' }] });
    const [, , , text] = (await stored()).sections;
    await visitor.api('PATCH', guide, {
      ops: [{ op: 'update', id: text?.id, set: { body: 'Warm, plain and short.' } }],
    });
    await page.goto(`${panel.url}/admin/brands/brand/versions`);
    await page.getByText('Changed since the last publish').waitFor();
    const form = page.getByRole('form', { name: 'Publish' });
    const color = form.locator('[data-changed="color.primary"]');
    await color.waitFor();
    expect(
      await color
        .locator('.mq-change__color')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor)),
    ).toEqual(['rgb(34, 68, 170)', 'rgb(170, 34, 34)']);
    const shown = (when: string) => page.frameLocator(`iframe[title="Guide, ${when}"]`);
    await shown('before').getByText('Warm, plain and brief.').waitFor();
    await shown('after').getByText('Warm, plain and short.').waitFor();
    await form.locator('[data-changed="guide"] [data-marked="changed"]').nth(1).waitFor();
    await shoot(page, 'publish');
    expect(await panel.findings(page)).toEqual([]);
  });

  it('shows published versions as their readers see them, and restores one', async () => {
    await page
      .getByRole('link', { name: /^Preview version/ })
      .nth(1)
      .click();
    await page.waitForURL('**/brands/brand/versions/*');
    const frame = page.frameLocator('.mq-frame iframe');
    await frame.getByText('Warm, plain and brief.').waitFor();
    await page.getByRole('button', { name: 'Phone' }).click();
    await page.waitForURL('**width=phone');
    await shoot(page, 'version');
    await page.getByRole('link', { name: 'History', exact: true }).click();
    // What is to be published is above, and moves the history down until it's loaded.
    await page
      .getByRole('form', { name: 'Publish' })
      .locator('[data-changed="guide"] [data-marked="changed"]')
      .nth(1)
      .waitFor();
    await page.getByRole('button', { name: 'Restore…' }).first().click();
    await page.getByRole('button', { name: /Restore rules, pages and theme of version/ }).click();
    await page.getByText('Readers already see the latest version.').waitFor();
    const { data } = await visitor.api<{ data: { key: string; value: string }[] }>(
      'GET',
      '/api/v1/brand/rules',
    );
    expect(data.find(({ key }) => key === 'color.primary')?.value).toBe('#2244aa');
  });
});

describe('the list of pages', () => {
  const pagesAt = '/api/v1/brands/brand/pages';
  const order = async (parent: string | null = null) =>
    (await visitor.api<{ data: { slug: string; parent: string | null }[] }>('GET', pagesAt)).data
      .filter((one) => one.parent === parent)
      .map(({ slug }) => slug);
  const grip = (title: string) => page.getByRole('button', { name: new RegExp(`^Move ${title},`) });

  it('is put in order by keys and by dragging, among the pages of one parent, and undone', async () => {
    const before = await order();
    for (const slug of ['alpha', 'beta'])
      await visitor.api('PUT', `${pagesAt}/${slug}`, { title: slug, sections: [] });
    for (const slug of ['one', 'two'])
      await visitor.api('PUT', `${pagesAt}/${slug}`, { title: slug, parent: 'alpha', sections: [] });
    await page.goto(`${panel.url}/admin/brands/brand/pages`);

    await grip('beta').press('ArrowUp');
    await page.getByText('beta is now').waitFor({ state: 'attached' });
    await page.getByText('Order changed').waitFor();
    expect(await order()).toEqual([...before, 'beta', 'alpha']);
    expect(await grip('beta').evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await order()).at(-1) === 'beta');
    // The rows move when the panel has read it, too; a drag that's under way would miss.
    const rows = page.locator('nav > .mq-tree > .mq-branch > .mq-branch__row');
    await until(async () => (await rows.last().innerText()).includes('beta'));

    // Until a drop lands: what's loaded late above the list moves it away from under the pointer, and people try again, too.
    const row = (title: string) =>
      page.locator('.mq-branch__row').filter({ has: page.getByText(title, { exact: true }) });
    await until(async () => {
      const moved = page
        .waitForResponse((answer) => answer.request().method() === 'PATCH', { timeout: 5_000 })
        .catch(() => null);
      await row('two').dragTo(row('one'), { targetPosition: { x: 40, y: 3 } });
      return (await moved)?.status() === 200;
    });
    expect(await order('alpha')).toEqual(['two', 'one']);
    expect(await order()).toEqual([...before, 'alpha', 'beta']);
    await shoot(page, 'page-tree');
    expect(await panel.findings(page)).toEqual([]);
    await page.reload();
    await grip('two').waitFor();
    expect(await grip('two').getAttribute('aria-label')).toContain('1 of 2');
  });
});

describe('the editor of pages', () => {
  it.each([guideAt, '/admin/brands/brand/versions'])('passes axe, and fits a phone: %s', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${panel.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await panel.findings(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await panel.overflow(page)).toBe(0);
    await shoot(page, `dark-${path.split('/').at(-1) ?? ''}`);
    await page.emulateMedia({ colorScheme: 'light' });
  });
});
