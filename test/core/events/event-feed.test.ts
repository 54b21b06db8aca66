// Streams that open at the same moment, on a database that answers them in an unlucky order.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../../src/core/db/pool.ts';
import { EventFeed } from '../../../src/core/events/stream/event-feed.ts';
import type { EventStream } from '../../../src/core/events/stream/event-stream.ts';
import { positionIn, visibleIn } from '../../../src/core/events/stream/position.ts';
import { startService, type Place, type TestService } from '../../setup/service.ts';

let marque: TestService;
let acme: Place;
let key: { id: string; key: string };
beforeAll(async () => {
  marque = await startService();
  acme = await marque.makePlace('Acme');
  key = await marque.makeKey(acme, 'write');
});
afterAll(() => marque?.close());

/** A feed that gets the nth answer of the database only at `release`. */
function feedWithSlowAnswer(nth: number): { feed: EventFeed; answered: Promise<void>; release: () => void } {
  const { service } = marque;
  let release = (): void => undefined;
  let hasAnswered = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const answered = new Promise<void>((resolve) => (hasAnswered = resolve));
  let asked = 0;
  const query: Db['query'] = async (text, values) => {
    const isSlow = ++asked === nth;
    const rows = await service.db.query(text, values);
    if (isSlow) {
      hasAnswered();
      await released;
    }
    return rows as never;
  };
  const feed = new EventFeed(
    { ...service, db: { ...service.db, query } },
    {
      connectionString: process.env.DATABASE_URL,
    },
  );
  return { feed, answered, release };
}

const openOn = (feed: EventFeed): Promise<EventStream> =>
  feed.open({
    viewer: { kind: 'key', id: key.id, sessionId: null, ...acme },
    after: null,
    isSignedIn: null,
    signal: new AbortController().signal,
  });

/** What a stream says within three seconds, or until it tells of the resource. */
async function heardFrom(stream: EventStream, id: string): Promise<string> {
  const tooLate = sleep(3_000, null, { ref: false });
  let text = '';
  while (!text.includes(id)) {
    const chunk = await Promise.race([stream.next(), tooLate]);
    if (!chunk || chunk.done) break;
    text += new TextDecoder().decode(chunk.value);
  }
  return text;
}

it.each([1, 2])('tell of everything since their beginning (answer %i is slow)', async (nth) => {
  const { feed, answered, release } = feedWithSlowAnswer(nth);
  const first = openOn(feed);
  await Promise.race([answered, first]);
  const made = await marque.call('POST', '/api/v1/collections', { as: key, body: { name: `Spring ${nth}` } });
  expect(made.status).toBe(201);
  const { id } = made.body.data as { id: string };
  const [event] = await marque.service.db.query<{ txid: string }>(
    'select txid::text from marque.events where subject_id = $1',
    [id],
  );
  const second = openOn(feed);
  // It may overtake the first one, or wait for it.
  await Promise.race([second, sleep(500)]);
  release();
  try {
    for (const stream of [await first, await second]) {
      const text = await heardFrom(stream, id);
      const beginning = positionIn(/^id: (.*)$/m.exec(text)?.[1] ?? '');
      const isOlder = visibleIn(beginning?.snapshot ?? '')(event?.txid ?? '');
      expect(text.includes(id)).toBe(!isOlder);
    }
  } finally {
    await feed.close();
  }
});
