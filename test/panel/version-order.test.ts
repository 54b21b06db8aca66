// In which order near-duplicates become versions of one asset.
import { describe, expect, it } from '@jest/globals';
import { versionOrder } from '../../src/panel/assets/duplicates/version-order.ts';

interface One {
  id: string;
  stackId: string | null;
  status: 'active' | 'draft' | 'proposed' | 'rejected' | 'archived';
  createdAt: string;
}
const made = (id: string, year: number, about: Partial<One> = {}): One => ({
  id,
  stackId: null,
  status: 'active',
  createdAt: `${year}-01-01T00:00:00.000Z`,
  ...about,
});
const order = (assets: readonly One[], keptId: string): string[] | null =>
  versionOrder(assets, keptId)?.map(({ id }) => id) ?? null;

describe('the order of versions', () => {
  it('is when they were added, with the one to keep last', () => {
    const three = [made('large', 2025), made('middle', 2024), made('small', 2023)];
    expect(order(three, 'large')).toEqual(['small', 'middle', 'large']);
    expect(order(three, 'small')).toEqual(['middle', 'large', 'small']);
  });

  it('begins with the one that has versions already, whenever it was added', () => {
    const stacked = made('stacked', 2025, { stackId: 'stacked' });
    expect(order([made('a', 2023), stacked, made('b', 2024)], 'b')).toEqual(['stacked', 'a', 'b']);
  });

  it('is none if one waits for review, several have versions, or the one to keep has', () => {
    const [a, b] = [made('a', 2023), made('b', 2024)];
    for (const status of ['proposed', 'rejected'] as const)
      expect(order([a, made('c', 2025, { status })], 'a')).toBeNull();
    const [one, other] = [made('c', 2025, { stackId: 'c' }), made('d', 2025, { stackId: 'd' })];
    expect(order([a, one, other], 'a')).toBeNull();
    expect(order([b, one], 'c')).toBeNull();
    expect(order([a], 'a')).toBeNull();
    expect(order([a, b], 'c')).toBeNull();
  });
});
