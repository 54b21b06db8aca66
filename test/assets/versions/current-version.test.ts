// The rule that says which version of an asset is current after one of them changed.
import { describe, expect, it } from '@jest/globals';
import { currentAfter, type StackedVersion } from '../../../src/assets/rules.ts';

describe('the rule', () => {
  const version = (number: number, more: Partial<StackedVersion> = {}): StackedVersion => ({
    id: `v${number}`,
    version: number,
    current: false,
    status: 'active',
    deleted: false,
    embargo: null,
    expires: null,
    ...more,
  });
  const day = '2026-11-21';

  it.each([
    ['a newer approved one takes over', [version(1, { current: true }), version(2)], 'v2', 'v2'],
    ["an older one doesn't take over", [version(1), version(2, { current: true })], 'v1', 'v2'],
    [
      'an older one takes over from one that expired',
      [version(1), version(2, { current: true, expires: '2026-11-20' })],
      'v1',
      'v1',
    ],
    ['the last day counts', [version(1), version(2, { current: true, expires: '2026-11-21' })], 'v1', 'v2'],
    [
      "an expired one doesn't take over",
      [version(1, { current: true }), version(2, { expires: '2026-11-20' })],
      'v2',
      'v1',
    ],
    [
      'one under embargo takes over',
      [version(1, { current: true }), version(2, { embargo: '2027-01-01' })],
      'v2',
      'v2',
    ],
    [
      'changing another one keeps an expired current one',
      [version(1), version(2, { current: true, expires: '2026-11-20' }), version(3, { status: 'rejected' })],
      'v3',
      'v2',
    ],
    [
      'a stack without a current one gets the newest',
      [version(1), version(2, { status: 'draft' })],
      'v2',
      'v1',
    ],
    ['a stack without an approved one gets none', [version(1, { status: 'draft' })], 'v1', null],
  ])('%s', (_, stack, changed, expected) => {
    expect(currentAfter(stack, changed, day)).toBe(expected);
  });
});
