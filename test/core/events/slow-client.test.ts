// What is sent to one client waits in memory until the client reads it, and isn't to wait there forever.
import { expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { EventStream } from '../../../src/core/events/stream/event-stream.ts';

const workspaceId = randomUUID();

it('disconnects a client that doesn’t read', async () => {
  const viewer = { kind: 'key', id: randomUUID(), sessionId: null, workspaceId: workspaceId } as const;
  let ended = 0;
  const stream = new EventStream(viewer, null, () => (ended += 1));
  const position = { seconds: 1, snapshot: '5:5:' };
  stream.begin(position, []);
  const events = Array.from({ length: 1_000 }, (_, at) => ({
    id: at,
    txid: '7',
    at: '2026-01-01T00:00:00.000Z',
    type: 'asset.changed',
    workspace_id: workspaceId,
    actor_kind: 'person',
    actor_id: randomUUID(),
    actor_name: 'Edda Editor',
    subject_kind: 'asset',
    subject_id: randomUUID(),
    change: 'upserted' as const,
  }));
  stream.send(position, events);
  expect(ended).toBe(0);
  stream.send(position, events);
  expect(ended).toBe(1);
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});
