// Proposed changes of the records of brands and collections, in the review queue of a real browser.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { filePicture, newPanelAgent, type PanelAgent } from '../setup/panel-agent.ts';
import { openProposal, proposalItem } from '../setup/review-queue.ts';
import { look, openPanel } from '../setup/panel.ts';

const { panel, visitor: boss, page, data: api } = await openPanel();
let scout: PanelAgent;

interface Collection {
  id: string;
  name: string;
  description: string | null;
  private: boolean;
  fields: Record<string, unknown>;
}
const collectionAt = (id: string): Promise<Collection> => api('GET', `/api/v1/collections/${id}`);

async function propose(kind: string, id: string, change: object, note?: string): Promise<string> {
  const resource = kind.replace('_details', '');
  const item = { kind, target: { resource, id }, change, ...(note ? { note } : {}) };
  const { data } = await scout.call<{
    data: { results: { proposal?: { id: string }; error?: unknown }[] };
  }>('POST', '/api/v1/proposals', { items: [item] });
  expect(data.results[0]?.error).toBeUndefined();
  return data.results[0]?.proposal?.id ?? '';
}

const one = (name: string) => page.getByRole('region', { name, exact: true });
const form = page.getByRole('form', { name: 'Edit and accept' });
const part = (name: string) => page.locator(`[data-part="${name}"]`);

async function acceptEdited(id: string): Promise<void> {
  await form.getByRole('button', { name: 'Accept as edited' }).click();
  await proposalItem(page, id).waitFor({ state: 'detached' });
}

beforeAll(async () => {
  scout = await newPanelAgent(panel, 'Scout', boss);
  await api('POST', '/api/v1/fields', { key: 'season', label: 'Season', type: 'text' });
});

describe('the review queue', () => {
  it('shows what would change of a collection, before and after, and accepts it', async () => {
    const fields = { season: 'Spring' };
    const about = { name: 'Harbours', description: 'Boats by the sea', fields };
    const { id } = await api<Collection>('POST', '/api/v1/collections', about);
    const cover = await filePicture(boss.api.bind(boss), 'pier.png', { collections: [id] });
    const { id: parent } = await api<Collection>('POST', '/api/v1/collections', { name: 'Coasts' });
    const change = {
      name: 'Ports',
      description: 'Boats and cranes by the sea',
      private: true,
      cover,
      parent,
      fields: { season: null },
    };
    const proposal = await propose('collection_details', id, change, 'Named as on the website.');
    await openProposal(panel, page, proposal);
    const words = 'Change details: Name, Description, Who can see it, Cover, In the collection, Field values';
    await one('Harbours').getByText(words, { exact: true }).waitFor();
    await part('name').getByText('Ports').waitFor();
    await part('description').getByText('cranes').first().waitFor();
    await one('Harbours').getByText('Everyone in the workspace').waitFor();
    await one('Harbours').getByText('Private: only people who were given access').waitFor();
    await one('Harbours').getByRole('link', { name: 'pier.png' }).waitFor();
    await one('Harbours').getByText('The first assets').waitFor();
    await one('Harbours').getByRole('link', { name: 'Coasts' }).waitFor();
    await one('Harbours').getByText('Not in a collection').waitFor();
    await one('Harbours').getByText('Spring').waitFor();
    await one('Harbours').getByText('Not set').waitFor();
    await look(panel, page, 'collection-details');
    const open = one('Harbours').getByRole('link', { name: 'Open the collection' });
    expect(await open.getAttribute('href')).toContain(`/collections/collections/${id}`);
    await page.keyboard.press('a');
    await proposalItem(page, proposal).waitFor({ state: 'detached' });
    expect(await collectionAt(id)).toMatchObject({ ...change, fields: {} });
  });

  it('keeps what was edited through a reload, until it’s accepted', async () => {
    const { id } = await api<Collection>('POST', '/api/v1/collections', { name: 'Markets' });
    const change = { name: 'Bazaars', description: 'Stalls', fields: { season: 'Summer' } };
    const proposal = await propose('collection_details', id, change);
    await openProposal(panel, page, proposal);
    await page.keyboard.press('e');
    await form.getByLabel('Name').fill('Street markets');
    await form.getByLabel('Season').fill('Autumn');
    await look(panel, page, 'collection-details-edit');
    await page.reload();
    await openProposal(panel, page, proposal);
    await page.keyboard.press('e');
    expect(await form.getByLabel('Name').inputValue()).toBe('Street markets');
    await form.getByLabel('Description').fill(' ');
    await acceptEdited(proposal);
    expect(await collectionAt(id)).toMatchObject({
      name: 'Street markets',
      description: null,
      fields: { season: 'Autumn' },
    });

    const again = await propose('collection_details', id, { name: 'Markets' });
    await openProposal(panel, page, again);
    await page.keyboard.press('e');
    await form.getByLabel('Name').fill('Never');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('e');
    expect(await form.getByLabel('Name').inputValue()).toBe('Markets');
    await acceptEdited(again);
    expect((await collectionAt(id)).name).toBe('Markets');
  });

  it('doesn’t bring back what was edited of a proposal that is less now', async () => {
    const { id } = await api<Collection>('POST', '/api/v1/collections', { name: 'Piers' });
    const proposal = await propose('collection_details', id, { name: 'Jetties', description: 'Of wood' });
    await openProposal(panel, page, proposal);
    await page.keyboard.press('e');
    await form.getByLabel('Name').fill('Landing stages');
    await form.getByLabel('Description').fill('Of stone');
    // The same property in another proposal: the name is all that is left of the first.
    await propose('collection_details', id, { description: 'Of steel' });
    await openProposal(panel, page, proposal);
    await page.keyboard.press('e');
    expect(await form.getByLabel('Name').inputValue()).toBe('Jetties');
    expect(await form.getByLabel('Description').count()).toBe(0);
    await acceptEdited(proposal);
    expect(await collectionAt(id)).toMatchObject({ name: 'Jetties', description: null });
  });

  it('shows what changed since of a brand, and accepts what fits it', async () => {
    const { id, slug } = await api<{ id: string; slug: string }>('POST', '/api/v1/brands', {
      name: 'Acme Bikes',
    });
    const proposal = await propose('brand_details', id, {
      name: 'Acme Cycles',
      slug: 'cycles',
      default: true,
    });
    await openProposal(panel, page, proposal);
    await one('Acme Bikes')
      .getByText('Change details: Name, Address, Default brand', { exact: true })
      .waitFor();
    await part('slug').getByText('cycles').waitFor();
    await look(panel, page, 'brand-details');
    await api('PATCH', `/api/v1/brands/${slug}`, { name: 'Acme Wheels' });
    await page.keyboard.press('a');
    await panel.expectRefusal(409);
    await page.getByRole('alert').filter({ hasText: 'Changed since this was proposed: name.' }).waitFor();
    await page.getByRole('heading', { name: 'Current state, next to what was proposed' }).waitFor();
    await part('name').getByText('Wheels').waitFor();
    await page.keyboard.press('e');
    await form.getByLabel('Name').fill('Acme Wheels & Cycles');
    await acceptEdited(proposal);
    const brand = await api<object>('GET', '/api/v1/brands/cycles');
    expect(brand).toMatchObject({ name: 'Acme Wheels & Cycles', slug: 'cycles', default: true });
  });
});
