// The views under "Settings" in a real browser, as editors use them: fields, workspaces, and Payload's lists that lead elsewhere.
import { describe, expect, it } from '@jest/globals';
import { joinPanel } from '../setup/join-panel.ts';
import { look, openPanel } from '../setup/panel.ts';

const { panel, visitor, page } = await openPanel();

interface Stored {
  data: Record<string, unknown>[];
}
const stored = async (path: string): Promise<Record<string, unknown>[]> =>
  (await visitor.api<Stored>('GET', `/api/v1/${path}`)).data;

const row = (text: string) => page.locator('.mq-people > li').filter({ hasText: text });

describe('fields', () => {
  it('are added with a key made from the label', async () => {
    await page.goto(`${panel.url}/admin/collections/fields`);
    await page.getByText('No fields yet.').waitFor();
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByLabel('Label').fill('Größe (cm)');
    expect(await page.getByLabel('Key').inputValue()).toBe('grosse_cm');
    await page.getByLabel('Label').fill('Shot by');
    expect(await page.getByLabel('Key').inputValue()).toBe('shot_by');
    await page.getByLabel('Type').selectOption({ label: 'Choice' });
    await page.getByLabel('Options').fill('Mara, Tom, Ines, Ole, Uma');
    await page.keyboard.press('Enter');
    await page.getByLabel('Required before').check();
    await page.getByRole('button', { name: 'Create field' }).click();
    await row('Shot by').getByText('Choice: Mara, Tom, Ines, Ole and 1 more').waitFor();
    await row('Shot by').getByText('Required', { exact: true }).waitFor();
    expect(await stored('fields')).toEqual([
      {
        key: 'shot_by',
        label: 'Shot by',
        type: 'select',
        options: ['Mara', 'Tom', 'Ines', 'Ole', 'Uma'],
        required: true,
        translated: false,
      },
    ]);
  });

  it("can't be added twice, and what was typed stays", async () => {
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByLabel('Label').fill('Shot by');
    await page.getByRole('button', { name: 'Create field' }).click();
    await page.getByText('A field with the key "shot_by" already exists.').waitFor();
    await panel.expectRefusal(409);
    expect(await page.getByLabel('Label').inputValue()).toBe('Shot by');
    await page.reload();
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByText('Your unsaved changes').waitFor();
    expect(await page.getByLabel('Label').inputValue()).toBe('Shot by');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add a field' }).click();
    expect(await page.getByLabel('Label').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('are changed in place, and refuse what would lose values', async () => {
    await visitor.api('POST', '/api/v1/collections', { name: 'Portraits', fields: { shot_by: 'Mara' } });
    await row('Shot by').getByRole('button', { name: 'Change field Shot by' }).click();
    await page.getByRole('button', { name: 'Remove option Mara' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Mara/).last().waitFor();
    await panel.expectRefusal(422);
    await page.getByLabel('Options').fill('Mara');
    await page.keyboard.press('Enter');
    await page.getByLabel('Label').fill('Photographer');
    await page.getByLabel('Required before').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await row('Photographer').waitFor();
    expect(await stored('fields')).toMatchObject([
      { key: 'shot_by', label: 'Photographer', required: false, options: expect.arrayContaining(['Mara']) },
    ]);
  });

  it('have no serious finding and do not scroll sideways', async () => {
    await row('Photographer').getByRole('button', { name: 'Change field Photographer' }).click();
    await look(panel, page, 'fields');
  });

  it('are deleted with their values, after a confirmation', async () => {
    await page.getByRole('button', { name: 'Delete field' }).click();
    await page.getByText('Its values are deleted on every asset').waitFor();
    await page.getByRole('button', { name: 'Delete Photographer permanently' }).click();
    await page.getByText('No fields yet.').waitFor();
    expect(await stored('fields')).toEqual([]);
    expect(await stored('collections')).toMatchObject([{ name: 'Portraits', fields: {} }]);
  });
});

describe('workspaces', () => {
  it('are created, and opened with their own content', async () => {
    await page.goto(`${panel.url}/admin/collections/workspaces`);
    await row('Library').getByText('Open now').waitFor();
    await page.getByLabel('Name of a new workspace').fill('Campaigns');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await row('Campaigns').getByRole('button', { name: 'Open Campaigns' }).click();
    await row('Campaigns').getByText('Open now').waitFor();
    expect(await page.getByRole('combobox', { name: 'Workspace' }).inputValue()).toBe(
      (await stored('workspaces')).find(({ name }) => name === 'Campaigns')?.id,
    );
  });

  it('are renamed, and keep their address', async () => {
    await row('Campaigns').getByRole('button', { name: 'Change workspace Campaigns' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Spring');
    await page.getByRole('button', { name: 'Rename' }).click();
    await row('Spring').getByText('campaigns ·').waitFor();
    expect(await stored('workspaces')).toMatchObject([
      { name: 'Library' },
      { name: 'Spring', slug: 'campaigns' },
    ]);
  });

  it('have no serious finding and do not scroll sideways', async () => {
    await row('Spring').getByRole('button', { name: 'Change workspace Spring' }).click();
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    await look(panel, page, 'workspaces');
  });

  it('are deleted once their name is typed', async () => {
    const remove = page.getByRole('button', { name: 'Delete Spring permanently' });
    await page.getByLabel('To confirm, type Spring').fill('Library');
    expect(await remove.isDisabled()).toBe(true);
    await page.getByLabel('To confirm, type Spring').fill('Spring');
    await remove.click();
    await row('Spring').waitFor({ state: 'detached' });
    expect(await stored('workspaces')).toMatchObject([{ name: 'Library' }]);
    // The last one stays.
    await row('Library').getByRole('button', { name: 'Change workspace Library' }).click();
    expect(await page.getByRole('button', { name: 'Delete workspace' }).count()).toBe(0);
  });
});

describe("Payload's own lists and forms", () => {
  it.each([
    ['grants', '/admin/collections/users', 'People'],
    ['groups', '/admin/collections/users', 'People'],
    ['groups/create', '/admin/collections/users', 'People'],
    ['fields/create', '/admin/collections/fields', 'Fields'],
    ['keys/create', '/admin/collections/keys', 'Keys'],
    ['workspaces/create', '/admin/collections/workspaces', 'Workspaces'],
    ['brand-comments', '/admin/brands', 'Brands'],
    ['brands', '/admin/brands', 'Brands'],
    ['brands/create', '/admin/brands?new=1', 'Brands'],
    ['brand-rules', '/admin/brands', 'Brands'],
    ['brand-pages/create', '/admin/brands', 'Brands'],
  ])('of %s lead to %s', async (list, path, heading) => {
    await page.goto(`${panel.url}/admin/collections/${list}`);
    // Payload adds its own query (limit, sort, depth) to a list's address, sooner or later.
    const expected = new URL(path, panel.url);
    await page.waitForURL(
      (url) => url.pathname === expected.pathname && url.search.startsWith(expected.search),
    );
    await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
  });

  it('are not in the menu', async () => {
    await page.goto(`${panel.url}/admin`);
    await page.getByRole('heading', { name: /^Hello/ }).waitFor();
    const links = await page.locator('nav a .mq-nav__label').allTextContents();
    for (const hidden of ['Grants', 'Groups', 'Comments', 'Keys', 'Workspaces', 'Fields'])
      expect(links).not.toContain(hidden);
    expect(links).toContain('Settings');
  });
});

describe('an editor', () => {
  it('finds the fields under Settings, and no settings for admins', async () => {
    const { page: theirs, context } = await joinPanel(panel, visitor, 'Wren Writer', 'write');
    await theirs.goto(`${panel.url}/admin`);
    const link = theirs.locator('nav a', { hasText: 'Settings' });
    await link.waitFor({ state: 'attached' });
    await theirs.goto(`${panel.url}${(await link.getAttribute('href')) ?? ''}`);
    await theirs.getByRole('heading', { name: 'Fields', exact: true }).waitFor();
    await theirs.getByRole('button', { name: 'Add a field' }).waitFor();
    expect(await theirs.getByRole('link', { name: 'General' }).count()).toBe(0);
    await context.close();
  });
});
