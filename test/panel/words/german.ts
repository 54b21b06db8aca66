// What tests of the panel in German look for: keys without words, English that is left, and what is cut off.
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Panel } from '../../setup/panel.ts';
import * as de from '../../../src/words/de/index.ts';
import * as en from '../../../src/words/en/index.ts';

const parts = Object.keys(en).join('|');

/** Keys that are shown in place of their words, and placeholders that nothing filled. */
export const untranslated = (page: Page): Promise<string[]> =>
  page.evaluate((names) => {
    const said = [document.body.innerText];
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) said.push(element.getAttribute(name) ?? '');
    const keys = new RegExp(`\\b(?:marque:)?(?:${names}):[a-z][A-Za-z0-9]+|\\{\\{\\w+\\}\\}`, 'g');
    return said.flatMap((text) => text.match(keys) ?? []);
  }, parts);

/** Sentences of the English catalogue that no German one is like. */
const germanSentences = new Set(Object.values(de).flatMap((part) => Object.values<string>(part)));
const englishSentences = Object.values(en)
  .flatMap((part) => Object.values<string>(part))
  .filter((text) => !germanSentences.has(text) && !/[{<]/.test(text));

/** The workspace's name. */
const notOurs = '.mq-workspace';
/** What only the API says, in English: about templates and their properties, what readers would notice, and what a version changed. */
const saidByApi =
  '.mq-template, .mq-template-choice option, .mq-side--section > h2, .mq-more-props legend, .mq-warning, .mq-page-problems, .mq-lacks, .mq-version > p';

interface Looking {
  /** Whose texts are looked at. */
  roots: string;
  /** Whose texts are left out. */
  apart: string;
}

const textsIn = (page: Page, looking: Looking): Promise<string[]> =>
  page.evaluate(({ roots, apart }) => {
    const said: string[] = [];
    for (const root of document.querySelectorAll(roots)) {
      const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode())
        if (!node.parentElement?.closest(apart)) said.push(node.textContent?.trim() ?? '');
      for (const element of root.querySelectorAll('[aria-label], [title], [placeholder]'))
        for (const name of ['aria-label', 'title', 'placeholder'])
          said.push(element.getAttribute(name) ?? '');
    }
    return [...new Set(said)];
  }, looking);

/**
 * Nothing of the view is a sentence of the English catalogue, and no key is shown.
 * @param names what is called like something in the catalogue
 */
export async function expectGerman(page: Page, ...names: readonly string[]): Promise<void> {
  expect(await untranslated(page)).toEqual([]);
  const said = await textsIn(page, { roots: 'body', apart: `${notOurs}, ${saidByApi}` });
  const english = new Set(englishSentences.filter((text) => !names.includes(text)));
  expect(said.filter((text) => english.has(text))).toEqual([]);
}

const englishWords = /\b(a|and|are|by|for|from|is|it|its|no|of|or|the|this|that|to|with|yet|you|your)\b/;

/** The same, and no text of the view and its dialogs has words that German doesn't have. */
export async function expectOnlyGerman(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await expectGerman(page);
  const said = await textsIn(page, { roots: 'main, dialog', apart: saidByApi });
  expect(said.filter((text) => englishWords.test(text))).toEqual([]);
}

/** Buttons, links of the menu and labels whose text is wider than they are, and what is beside the window. */
export const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main label, .mq-nav__label, main h1, main h2')]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element);
        const isBeyond = element.getBoundingClientRect().right > window.innerWidth + 1;
        if (isBeyond && element.closest('.mq-head')) return true;
        return overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      })
      .filter((element) => element.clientWidth > 1) // for screen readers only
      .map((element) => element.innerText),
  );

/** Switches the panel to German. As Payload's own switch in the account does: it's a cookie. */
export async function speakGerman(page: Page, url: string): Promise<void> {
  await page.context().addCookies([{ name: 'mq-lng', value: 'de', url }]);
}

/** Nothing is cut off or beside the window, at a desk and on a phone. */
export async function expectToFit(panel: Panel, page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await clipped(page)).toEqual([]);
    expect(await panel.overflow(page)).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
