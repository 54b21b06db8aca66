// Sixty proposals are worked through by keyboard: accepted, edited, rejected with a note. Another editor is doing the same.
import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../setup/children.ts';
import { joinPanel } from '../../setup/join-panel.ts';
import { filePicture, newPanelAgent } from '../../setup/panel-agent.ts';
import { look, openPanel } from '../../setup/panel.ts';
import { answersOn } from '../../setup/review-queue.ts';
import type { SeenAsset } from '../panel-assets.ts';

interface Proposal {
  id: string;
  kind: string;
  status: 'waiting' | 'accepted' | 'rejected';
  target: { id: string; name: string };
  decidedBy: string | null;
  reviewNote: string | null;
}
type Plan = 'accept' | 'edit' | 'reject';

const { panel, visitor, page, data } = await openPanel();

/** Thirty new pictures, and suggested tags for thirty others. */
const half = 30;
const all = (): Promise<Proposal[]> => data('GET', '/api/v1/proposals?status=any&limit=200');
const plans: readonly Plan[] = ['accept', 'accept', 'edit', 'accept', 'reject'];
/** What becomes of a proposal, whoever gets to it. */
const planOf = ({ target }: Proposal): Plan => {
  const n = Number(/\d+/.exec(target.name)?.[0]);
  return plans[n % plans.length] ?? 'accept';
};
const noteOf = (name: string): string => `We have ${name} already.`;

const currentId = (on: Page): Promise<string | null> =>
  on.evaluate(
    () =>
      document.querySelector('[data-proposal]:has([aria-current])')?.getAttribute('data-proposal') ?? null,
  );

const textOf = (plan: 'edit' | 'reject', { kind, target }: Proposal): string => {
  if (plan === 'reject') return noteOf(target.name);
  return kind === 'tags' ? 'edited' : `Edited ${target.name}`;
};

/** Whether a form opens; the alternative is that there is nothing to decide any more. */
async function opens(on: Page, form: Locator): Promise<boolean> {
  await until(async () => (await form.count()) === 1 || (await answersOn(on).count()) === 0);
  return (await form.count()) === 1;
}

/** Decides what is open, with keys only. Another proposal, or none, is open afterwards. */
async function decide(on: Page, proposal: Proposal): Promise<void> {
  const plan = planOf(proposal);
  const key = { accept: 'a', edit: 'e', reject: 'r' }[plan];
  await on.keyboard.press(key);
  // Nothing opens if the other one has just decided it.
  const form =
    plan === 'edit'
      ? on.getByRole('form', { name: 'Edit and accept' })
      : on.getByLabel('What should the proposer know?');
  if (plan !== 'accept' && (await opens(on, form))) {
    if (plan === 'edit' && proposal.kind !== 'tags') await on.keyboard.press('Control+A');
    await on.keyboard.type(textOf(plan, proposal));
    await on.keyboard.press('Control+Enter');
  }
  // Decided here, or meanwhile by the other one: then there are no answers left.
  await until(async () => {
    if ((await currentId(on)) !== proposal.id) return true;
    return (await answersOn(on).count()) === 0 && (await form.count()) === 0;
  });
}

/** Works from where the person is until nothing is left. @returns how many they got to */
async function workThrough(on: Page, byId: ReadonlyMap<string, Proposal>): Promise<number> {
  let decided = 0;
  for (;;) {
    const id = await currentId(on);
    if (id === null) {
      if ((await on.getByRole('heading', { name: 'Nothing to review' }).count()) === 1) return decided;
      await on
        .getByRole('heading', { name: 'Nothing to review' })
        .or(on.locator('[aria-current]'))
        .first()
        .waitFor();
      continue;
    }
    const proposal = byId.get(id);
    if (!proposal) throw new Error(`Nobody proposed ${id}.`);
    if ((await answersOn(on).count()) === 1) {
      await decide(on, proposal);
      decided += 1;
      continue;
    }
    // Somebody else decided it: on to the next one, or back if it was the last.
    await on.keyboard.press('j');
    if ((await currentId(on)) === id) await on.keyboard.press('k');
    if ((await currentId(on)) === id) await on.reload();
  }
}

it('are each decided once, as planned, by two people without a mouse', async () => {
  const scout = await newPanelAgent(panel, 'Scout', visitor, false);
  for (let n = 0; n < half; n += 1) await filePicture(scout.call, `proposed-${n}.png`);
  for (let n = 0; n < half; n += 1) {
    const own = await filePicture(visitor.api.bind(visitor), `own-${n}.png`, { tags: ['own'] });
    await scout.call('POST', `/api/v1/assets/${own}/proposed-tags`, { tags: ['harbour', 'night'] });
  }
  const otto = await joinPanel(panel, visitor, 'Otto Example', 'write');
  const proposals = await all();
  expect(proposals.map(({ status }) => status)).toEqual(Array.from({ length: 2 * half }, () => 'waiting'));
  const byId = new Map(proposals.map((one) => [one.id, one]));

  // One begins with the newest, the other with the oldest ones.
  await page.goto(`${panel.url}/admin/review`);
  await answersOn(page).waitFor();
  const oldest = proposals.at(-1)?.id ?? '';
  await otto.page.goto(`${panel.url}/admin/review?id=${oldest}`);
  await answersOn(otto.page).waitFor();
  await look(panel, page, 'journey-review-start');
  await Promise.all([workThrough(page, byId), workThrough(otto.page, byId)]);
  await look(panel, page, 'journey-review-done');
  // Where both were at the same one, the second was refused. Nothing else went wrong.
  expect(panel.complaints().filter((text) => !text.includes('status of 409'))).toEqual([]);

  const after = await all();
  const by = new Set(after.map(({ decidedBy }) => decidedBy));
  expect([...by].sort()).toEqual(['Otto Example', 'edda'].sort());
  for (const proposal of after) {
    const plan = planOf(proposal);
    const { name, id } = (byId.get(proposal.id) ?? proposal).target;
    expect([name, proposal.status]).toEqual([name, plan === 'reject' ? 'rejected' : 'accepted']);
    expect(proposal.reviewNote).toBe(plan === 'reject' ? noteOf(name) : null);
    const asset = await data<SeenAsset>('GET', `/api/v1/assets/${id}`);
    if (proposal.kind === 'tags')
      expect([...asset.tags].sort()).toEqual(
        { accept: ['harbour', 'night', 'own'], edit: ['edited', 'harbour', 'night', 'own'], reject: ['own'] }[
          plan
        ],
      );
    else {
      expect(asset.status).toBe(plan === 'reject' ? 'rejected' : 'active');
      expect(asset.metadata.title).toBe(plan === 'edit' ? `Edited ${name}` : undefined);
    }
  }
  // The agent reads why.
  const rejected = await scout.call<{ data: Proposal[] }>(
    'GET',
    '/api/v1/proposals?status=rejected&limit=200',
  );
  expect(rejected.data).toHaveLength((2 * half) / plans.length);
  await otto.context.close();
}, 400_000);
