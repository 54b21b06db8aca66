// What `npm run audit` makes of the report: which advisories fail it, and that silence of the registry isn't taken for good news.
import { expect, it } from '@jest/globals';
import { problemsIn } from './audit-report.ts';

const url = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc';
const advisory = { source: 1, url, title: 'Reads too far', severity: 'high', name: 'left' };
/** `right` is only vulnerable through `left`. */
const report = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    left: { name: 'left', via: [advisory] },
    right: { name: 'right', via: ['left'] },
  },
});
const clean = JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} });
const exception = { url, reason: 'We never call the function that reads.', until: '2026-12-31' };

it('names an advisory once, however many packages have it', () => {
  expect(problemsIn(report, [], '2026-12-01')).toEqual([`left: Reads too far, high, ${url}`]);
  expect(problemsIn(clean, [], '2026-12-01')).toEqual([]);
});

it('passes over what is excepted, until that ends', () => {
  expect(problemsIn(report, [exception], '2026-12-31')).toEqual([]);
  expect(problemsIn(report, [exception], '2027-01-01')).toEqual([
    `left: Reads too far, high, ${url} (its exception ended on 2026-12-31)`,
  ]);
});

it('asks to remove exceptions that nothing needs', () => {
  expect(problemsIn(clean, [exception], '2026-12-01')).toEqual([expect.stringContaining('remove')]);
});

it('tells a registry that gives no answer from one that knows of nothing', () => {
  const refused = JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 });
  expect(problemsIn(refused, [], '2026-12-01')).toBeNull();
  expect(problemsIn(JSON.stringify({ error: { summary: '' } }), [], '2026-12-01')).toBeNull();
  expect(() => problemsIn('{"something":"else"}', [], '2026-12-01')).toThrow('something else');
});
