// The app's pages and its panel, by what people see there.
import assert from 'node:assert/strict';
import type { Answer, Sent } from '../host/answers.ts';

/** After what is sent to the app's API. */
export const pages: Sent[] = [
  { path: '/' },
  { path: '/', anonymous: true },
  { path: '/c/Winter' },
  { path: '/c/Winter/' },
  { path: '/c/nothing' },
  { path: '/nothing' },
  { path: '/robots.txt' },
  { path: '/api/posts/' },
  { method: 'HEAD', path: '/' },
  { path: '/api/graphql-playground' },
  { path: '/admin' },
  { path: '/admin', anonymous: true },
  { path: '/admin/login', anonymous: true },
  { path: '/admin/account' },
  { path: '/admin/collections/posts' },
  { path: '/admin/collections/posts/{posts}' },
  { path: '/admin/collections/media/{media}' },
  { path: '/admin/collections/forms' },
  { path: '/admin/nothing' },
];

/** What begins a part that Marque adds: its group, that of the tutorial's module, and in the header the switch of workspaces. */
const added = ['Marque', 'Library'];

/**
 * A page's texts without what Marque adds to the panel: groups in the navigation, the same on the dashboard, and the header.
 * @param expected the page without Marque, which says where such a part ends
 */
function withoutMarque(text: string, expected: string): string {
  const theirs = expected.split('\n');
  const kept: string[] = [];
  let isOurs = false;
  for (const line of text.split('\n')) {
    const isNext = line === theirs[kept.length];
    if (added.includes(line) && !isNext) isOurs = true;
    else if (isNext) isOurs = false;
    if (!isOurs) kept.push(line);
  }
  return kept.join('\n');
}

/** @throws Error if an app with Marque answers otherwise than without */
export function demandSame(answer: Answer, expected: Answer): void {
  const isPanel = answer.sent.startsWith('GET /admin');
  const text = isPanel ? withoutMarque(answer.text, expected.text) : answer.text;
  assert.deepEqual({ ...answer, text }, expected);
}
