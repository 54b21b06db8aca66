// The rules that a process keeps: of many sites at once, however many rules each has.
import { expect, it } from '@jest/globals';
import { parseRedirects } from '../../src/lib/site-rules/redirects.ts';
import { learnRules, probableRules } from '../../src/sites/known-rules.ts';

const { rules: redirects } = parseRedirects(
  Array.from({ length: 10_000 }, (_, at) => `/old/${at} /new/${at} 301`).join('\n'),
);
const labels = Array.from({ length: 30 }, (_, at) => `site-${at}`);

it('the rules of many sites are known at once, even if each has as many as it can', () => {
  for (const label of labels)
    learnRules(label, ['/'], { deployment: label, mount: '/', rules: { redirects, headers: [] } });
  expect(labels.map((label) => probableRules(label, ['/'])?.deployment)).toEqual(labels);
});

it('rules are not kept once what is live at the path has none', () => {
  const found = { deployment: 'first', mount: '/', rules: { redirects: redirects.slice(0, 5), headers: [] } };
  learnRules('changed', ['/'], found);
  expect(probableRules('changed', ['/'])?.deployment).toBe('first');
  learnRules('changed', ['/'], { deployment: 'second', mount: '/', rules: null });
  expect(probableRules('changed', ['/'])).toBeNull();
});
