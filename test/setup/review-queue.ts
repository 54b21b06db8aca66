// The review queue in a browser, and what waits in it.
import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Panel, Visitor } from './panel.ts';

/** The only proposal that waits on a resource. @returns its id */
export async function waitingProposal(reviewer: Visitor, target: string): Promise<string> {
  const path = `/api/v1/proposals?target=${target}`;
  const [first, ...more] = (await reviewer.api<{ data: { id: string }[] }>('GET', path)).data;
  expect(more).toEqual([]);
  return first?.id ?? '';
}

export const proposalItem = (page: Page, id: string): Locator => page.locator(`[data-proposal="${id}"]`);

/** The decision buttons. */
export const answersOn = (page: Page): Locator => page.getByRole('group', { name: 'Decision' });

/** Opens one proposal, and waits for its decision buttons. */
export async function openProposal(panel: Panel, page: Page, id: string): Promise<void> {
  await page.goto(`${panel.url}/admin/review?id=${id}`);
  await proposalItem(page, id).locator('[aria-current]').waitFor();
  await answersOn(page).waitFor();
}
