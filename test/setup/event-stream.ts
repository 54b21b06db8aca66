// A client of `GET /api/v1/events/stream`: parses what arrives as the HTML Standard says, and lets a test wait for it.
import { createParser } from 'eventsource-parser';
import { until } from './children.ts';
import type { Caller } from './service.ts';

export interface Streamed {
  id: number;
  type: string;
  occurredAt: string;
  workspace: string | null;
  actor: { kind: string; id: string | null; name: string };
  resource: { type: string; id: string } | null;
  change: 'upserted' | 'removed';
}

export interface Listening {
  status: number;
  headers: Headers;
  /** What has arrived, in order. */
  events: Streamed[];
  /** The names of events that aren't about changes: `ready`, `heartbeat`, `reset`. */
  notices: string[];
  /** The last ID. */
  lastId: () => string;
  /** The body so far, as text. */
  text: () => string;
  /** Waits for an event about a resource. */
  untilHeard: (resourceId: string, type?: string) => Promise<Streamed>;
  untilNoticed: (name: string) => Promise<void>;
  /** Waits until the server has ended the response. */
  untilEnded: () => Promise<void>;
  close: () => void;
}

export async function listenToEvents(
  url: string,
  as: Caller,
  headers: Record<string, string> = {},
): Promise<Listening> {
  const controller = new AbortController();
  const credential: Record<string, string> =
    as === null ? {} : 'key' in as ? { authorization: `Bearer ${as.key}` } : { cookie: as.cookie };
  const response = await fetch(`${url}/api/v1/events/stream`, {
    headers: { ...credential, ...headers },
    signal: controller.signal,
  });
  const events: Streamed[] = [];
  const notices: string[] = [];
  let text = '';
  let ended = false;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === undefined) events.push(JSON.parse(data) as Streamed);
      else notices.push(event);
    },
  });
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
      const part = decoder.decode(chunk.value, { stream: true });
      text += part;
      parser.feed(part);
    }
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      ended = true;
    });
  const found = (resourceId: string, type?: string): Streamed | undefined =>
    events.find(({ resource, type: its }) => resource?.id === resourceId && (!type || its === type));
  const listening: Listening = {
    status: response.status,
    headers: response.headers,
    events,
    notices,
    lastId: () => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '',
    text: () => text,
    untilHeard: async (resourceId, type) => {
      await until(() => Promise.resolve(found(resourceId, type) !== undefined));
      return found(resourceId, type) as Streamed;
    },
    untilNoticed: (name) => until(() => Promise.resolve(notices.includes(name))),
    untilEnded: () => until(() => Promise.resolve(ended)),
    close: () => controller.abort(),
  };
  // The stream has begun once it says where.
  if (response.ok) await until(() => Promise.resolve(text !== '' || ended));
  return listening;
}
