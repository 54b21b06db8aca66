// One caller's stream of server-sent events (HTML Standard, section 9.2): what is still to be sent, and until when.
import type { ChangeKind } from '../feed/visible-changes.ts';
import type { NewEvent } from './new-events.ts';
import { idOf, visibleIn, type Position } from './position.ts';
import type { Viewer } from './visible-events.ts';

/** How soon a client reconnects. */
const retryMs = 3_000;
/** A client that leaves this much unread is disconnected, and resumes. */
const maxUnreadBytes = 512 * 1024;

/** An event as one viewer may see it. */
export interface SeenEvent extends NewEvent {
  change: ChangeKind;
}

/** What a client is told about an event. It asks for the record itself, with its own access. */
function dataOf(event: SeenEvent): object {
  return {
    id: event.id,
    type: event.type,
    occurredAt: event.at,
    workspace: event.workspace_id,
    actor: { kind: event.actor_kind, id: event.actor_id, name: event.actor_name },
    resource: event.subject_kind === null ? null : { type: event.subject_kind, id: event.subject_id },
    change: event.change,
  };
}

const encoder = new TextEncoder();

export class EventStream implements AsyncIterator<Uint8Array, undefined> {
  /** When something was sent last. */
  lastSent = Date.now();
  private readonly unread: Uint8Array[] = [];
  private unreadBytes = 0;
  private ended = false;
  private reader: ((result: IteratorResult<Uint8Array, undefined>) => void) | null = null;
  /** What was committed by the time the stream began; null until that is known. */
  private knows: ((txid: string) => boolean) | null = null;
  /** What arrived until then. */
  private early: (() => void)[] = [];

  /**
   * @param isSignedIn asks an app whether the person is still signed in; null if the database knows
   * @param onEnd called once
   */
  constructor(
    readonly viewer: Viewer,
    readonly isSignedIn: (() => Promise<boolean>) | null,
    private readonly onEnd: (stream: EventStream) => void,
  ) {}

  /**
   * Begins with what the client missed.
   *
   * @param events null: it has to reload, since there's no telling what it missed
   */
  begin(position: Position, events: readonly SeenEvent[] | null): void {
    this.knows = visibleIn(position.snapshot);
    this.write(`retry: ${retryMs}\n`);
    this.writeNotice('ready', position);
    if (events === null) this.writeNotice('reset', position);
    else this.writeEvents(position, events);
    for (const one of this.early.splice(0)) one();
  }

  /** Sends events that were committed since the previous call. */
  send(position: Position, events: readonly SeenEvent[]): void {
    const { knows } = this;
    if (knows) {
      this.writeEvents(
        position,
        events.filter(({ txid }) => !knows(txid)),
      );
    } else {
      this.early.push(() => this.send(position, events));
    }
  }

  /** Tells the client to reload everything. */
  reset(position: Position): void {
    if (this.knows) this.writeNotice('reset', position);
    else this.early.push(() => this.reset(position));
  }

  /** Keeps the connection open, and the client's position recent. */
  heartbeat(position: Position): void {
    if (this.knows) this.writeNotice('heartbeat', position);
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.unread.length = 0;
    this.early.length = 0;
    this.reader?.({ done: true, value: undefined });
    this.reader = null;
    this.onEnd(this);
  }

  /** The events of one read share a position, so only the last one has an ID: a client that gets part of them gets all of them again. */
  private writeEvents(position: Position, events: readonly SeenEvent[]): void {
    if (events.length === 0) return;
    const last = events.length - 1;
    const blocks = events.map((event, at) => {
      const id = at === last ? `id: ${idOf(position)}\n` : '';
      return `${id}data: ${JSON.stringify(dataOf(event))}\n\n`;
    });
    this.write(blocks.join(''));
  }

  /** What isn't about a change has a name: clients that don't listen for it don't get it. */
  private writeNotice(name: 'ready' | 'reset' | 'heartbeat', position: Position): void {
    this.write(`event: ${name}\nid: ${idOf(position)}\ndata: {}\n\n`);
  }

  private write(text: string): void {
    if (this.ended) return;
    this.lastSent = Date.now();
    const bytes = encoder.encode(text);
    if (this.reader) {
      const give = this.reader;
      this.reader = null;
      give({ done: false, value: bytes });
      return;
    }
    this.unread.push(bytes);
    this.unreadBytes += bytes.length;
    if (this.unreadBytes > maxUnreadBytes) this.end();
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const bytes = this.unread.shift();
    if (bytes) {
      this.unreadBytes -= bytes.length;
      return Promise.resolve({ done: false, value: bytes });
    }
    if (this.ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.reader = resolve;
    });
  }

  /** The client has disconnected. */
  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }
}
