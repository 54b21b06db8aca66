'use client';
// Adds missing accessible names to Payload's controls, and mends the tab order. Payload 3.90 renders these itself,
// with no prop, label or component of ours in between; each entry can go once Payload sets them.
import { useEffect } from 'react';

interface Gap {
  selector: string;
  /** The accessible name, from the surrounding content; null: leave it alone. */
  nameOf: (element: Element) => string | null;
}

const textOf = (element: Element | null | undefined): string | null => element?.textContent.trim() || null;

const gaps: readonly Gap[] = [
  { selector: '.popup-button', nameOf: (button) => (textOf(button) ? null : 'More') },
  {
    selector: '.copy-to-clipboard',
    nameOf: (button) => textOf(button.querySelector('.tooltip-content')) ?? 'Copy',
  },
  { selector: '.table th input[type="checkbox"]', nameOf: () => 'Select all' },
  {
    selector: '.table td input[type="checkbox"]',
    nameOf: (input) => `Select ${textOf(input.closest('tr')?.querySelector('a')) ?? 'this row'}`,
  },
  {
    selector: 'input[id^="react-select-"]',
    nameOf: (input) => textOf(input.closest('.field-type')?.querySelector('label')),
  },
  {
    selector: '.date-time-picker input',
    nameOf: (input) => textOf(input.closest('.field-type')?.querySelector('label')),
  },
  { selector: '.date-time-picker__clear-button', nameOf: () => 'Clear the date' },
  // Its accessible name differs from its visible text.
  { selector: '#empty-trash-button', nameOf: textOf },
];

/** Mouse-only controls, hidden from assistive technology: the select next to them works with the keyboard. */
const hidden = ':is(.dropdown-indicator, .clear-indicator)[aria-hidden="true"]:not([tabindex="-1"])';

/** The menu's button on a phone, which Payload leaves to the one beside the menu: there, that one is hidden. */
const reachable = '.app-header__mobile-nav-toggler:not([tabindex="0"])';

function fill(): void {
  for (const { selector, nameOf } of gaps) {
    for (const element of document.querySelectorAll(selector)) {
      const name = nameOf(element);
      if (!name || element.getAttribute('aria-label') === name) continue;
      element.setAttribute('aria-label', name);
      // It points to the element itself, which has no text.
      if (element.getAttribute('aria-labelledby') === element.id) element.removeAttribute('aria-labelledby');
    }
  }
  for (const element of document.querySelectorAll(hidden)) element.setAttribute('tabindex', '-1');
  for (const element of document.querySelectorAll(reachable)) element.setAttribute('tabindex', '0');
}

export function Names() {
  useEffect(() => {
    let asked = 0;
    const soon = (): void => {
      asked ||= requestAnimationFrame(() => {
        asked = 0;
        fill();
      });
    };
    soon();
    const observer = new MutationObserver(soon);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(asked);
    };
  }, []);
  return null;
}
