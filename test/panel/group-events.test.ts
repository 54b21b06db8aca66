// Which events of the activity are one entry, and what it says.
import { describe, expect, it } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import type { EventEntry } from '../../src/panel/events/event-words.ts';
import { groupEvents, groupSentence, picturesOf } from '../../src/panel/events/group-events.ts';
import { wordsIn } from '../../src/panel/words/words.tsx';
import { catalogues, namespace } from '../../src/words/index.ts';

const words = wordsIn({ [namespace]: catalogues.en }, 'en');

let ids = 1000;
/** @param minute before now */
const event = (minute: number, change: Partial<EventEntry> = {}): EventEntry => ({
  id: (ids -= 1),
  at: new Date(Date.UTC(2026, 4, 4, 12, -minute)).toISOString(),
  type: 'asset.created',
  actor: { kind: 'person', id: 'mara', name: 'Mara' },
  target: { kind: 'asset', id: `asset ${ids}` },
  before: null,
  after: null,
  detail: { filename: 'one.jpg' },
  ...change,
});
const sentences = (events: EventEntry[]): string[] =>
  groupEvents(events).map((group) =>
    group.events.length === 1
      ? 'one'
      : renderToStaticMarkup(groupSentence(group, { actor: group.events[0].actor.name }, words)),
  );

describe('activity', () => {
  it('says once what somebody did to many things', () => {
    expect(sentences(Array.from({ length: 61 }, (_, at) => event(at)))).toEqual(['Mara added 61 files']);
  });

  it.each([
    ['another person', { actor: { kind: 'person', id: 'tom', name: 'Tom' } }],
    ['an agent with the same id', { actor: { kind: 'key', id: 'mara', name: 'Agent' } }],
    ['another change', { type: 'asset.approved' }],
    ['another workspace', { workspace: { id: 'other', name: 'Other' } }],
  ])('keeps what is between apart: %s', (_, change) => {
    const events = [event(1), event(2), event(3), event(4, change), event(5), event(6), event(7)];
    expect(sentences(events)).toEqual(['Mara added 3 files', 'one', 'Mara added 3 files']);
  });

  it('keeps two things, long pauses and what it has no words for apart', () => {
    expect(sentences([event(1), event(2)])).toEqual(['one', 'one']);
    expect(sentences([event(1), event(2), event(3), event(40), event(41), event(42)])).toEqual([
      'Mara added 3 files',
      'Mara added 3 files',
    ]);
    const signedIn = (minute: number) => event(minute, { type: 'account.signed_in', target: null });
    expect(sentences([signedIn(1), signedIn(2), signedIn(3)])).toEqual(['one', 'one', 'one']);
  });

  it('counts a thing once, and shows the pictures of those that are still there', () => {
    const target = { kind: 'brand', id: 'acme' };
    const changes = [1, 2, 3].map((minute) =>
      event(minute, { type: 'brand.changed', target, detail: { name: 'Acme' } }),
    );
    expect(sentences(changes)).toEqual(['Mara changed the brand Acme (3 times)']);
    const media = { mime: 'image/jpeg', width: 10, height: 10 };
    const [group] = groupEvents([event(1, { media }), event(2, { media: null }), event(3)]);
    expect(group && picturesOf(group).map(({ mime }) => mime)).toEqual(['image/jpeg']);
  });
});
