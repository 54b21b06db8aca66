'use client';
// Two style rules of Payload's, for dragging on its dashboard and for rows of its forms, are for everything in an element that has something:
// `body:has(.drag-overlay) *`. With such a rule the browser styles the whole page again whenever an element comes or goes, in a long list for
// each row that is scrolled to: 7 of the 20 milliseconds of a step. So they rest while such a list is open, which has neither.
import { useEffect } from 'react';

const costly = /:has\(.*\) (> )?\*$/;
const resting = '.mq-resting';

function* styleRules(within: CSSStyleSheet | CSSGroupingRule): Generator<CSSStyleRule> {
  for (const rule of within.cssRules)
    if (rule instanceof CSSStyleRule) yield rule;
    else if (rule instanceof CSSGroupingRule) yield* styleRules(rule);
}

/** Sheets of other origins can't be read, and aren't Payload's. */
const ownSheets = (): CSSStyleSheet[] =>
  [...document.styleSheets].filter(
    ({ href }) => href === null || new URL(href).origin === window.location.origin,
  );

/** @param isLong more rows than the document holds */
export function useQuickRows(isLong: boolean): void {
  useEffect(() => {
    if (!isLong) return;
    const rules = ownSheets()
      .flatMap((sheet) => [...styleRules(sheet)])
      .filter(({ selectorText }) => costly.test(selectorText));
    const before = rules.map(({ selectorText }) => selectorText);
    for (const rule of rules) rule.selectorText = resting;
    return () => {
      for (const [at, rule] of rules.entries()) rule.selectorText = before[at] ?? resting;
    };
  }, [isLong]);
}
