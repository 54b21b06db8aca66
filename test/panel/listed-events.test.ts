// What a list of activity shows once newer or earlier events have been read.
import { describe, expect, it } from '@jest/globals';
import type { EventEntry } from '../../src/panel/events/event-words.ts';
import { withEarlier, withNewest, type ListedEvents } from '../../src/panel/events/listed-events.ts';

const events = (...ids: number[]): EventEntry[] =>
  ids.map((id) => ({
    id,
    at: '2026-05-04T12:00:00.000Z',
    type: 'asset.created',
    actor: { kind: 'person', id: 'mara', name: 'Mara' },
    target: null,
    before: null,
    after: null,
    detail: {},
  }));
const idsOf = ({ data }: ListedEvents): number[] => data.map(({ id }) => id);
const listed = (change: Partial<ListedEvents> = {}): ListedEvents => ({
  of: 'all',
  data: events(6, 5, 4),
  next: 'below 4',
  problem: null,
  ...change,
});

describe('earlier events', () => {
  const earlier = { data: events(3, 2), next: null };

  it('come below, also after news above', () => {
    const from = listed();
    expect(withEarlier(from, from, earlier)).toEqual({ ...from, data: events(6, 5, 4, 3, 2), next: null });
    const withNews = withNewest(from, { data: events(7, 6, 5), next: 'below 5' });
    expect(idsOf(withEarlier(withNews, from, earlier))).toEqual([7, 6, 5, 4, 3, 2]);
  });

  it('are left out of a list with another filter', () => {
    const other = listed({ of: 'sites', data: events(1) });
    expect(withEarlier(other, listed(), earlier)).toBe(other);
    expect(withEarlier(other, listed(), { problem: 'Offline' })).toBe(other);
  });

  it('are left out of a list that so much news has begun anew: there would be a gap', () => {
    const from = listed();
    const anew = withNewest(from, { data: events(20, 19, 18), next: 'below 18' });
    expect(withEarlier(anew, from, earlier)).toBe(anew);
    expect(idsOf(anew)).toEqual([20, 19, 18]);
  });

  it('that couldn’t be read leave what is shown, with news that came meanwhile', () => {
    const from = listed();
    const withNews = withNewest(from, { data: events(7, 6, 5), next: 'below 5' });
    const failed = withEarlier(withNews, from, { problem: 'Offline' });
    expect(failed).toEqual({ ...withNews, problem: 'Offline' });
    expect(withEarlier(failed, failed, earlier).problem).toBeNull();
  });
});
