// What an integrator would write: a copy of the library, kept by the change feed alone, and one kept by webhooks alone. Both keep what
// they know in a file, and go on from there after a restart.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { Webhook as Verifier } from 'standardwebhooks';

type Json = Record<string, unknown>;

/** What is copied of a record: the same for everyone who can read it. */
const copied: Readonly<Record<string, readonly string[]>> = {
  asset: ['id', 'filename', 'status', 'tags', 'private', 'metadata', 'updatedAt'],
  collection: ['id', 'name', 'description', 'private'],
};
const paths: Readonly<Record<string, string>> = { asset: 'assets', collection: 'collections' };
export const kinds = Object.keys(paths);

export const copyOf = (kind: string, record: Json): Json =>
  Object.fromEntries((copied[kind] ?? []).map((name) => [name, record[name]]));

/** Records by `kind/id`. */
export type Copies = Record<string, Json>;

/** A file that is either the old or the new one. */
function save(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(value));
  renameSync(`${file}.new`, file);
}

function load<Value>(file: string, initial: Value): Value {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Value;
  } catch {
    return initial;
  }
}

export class Client {
  constructor(
    private readonly url: () => string,
    private readonly key: string,
  ) {}

  async get(path: string, signal?: AbortSignal): Promise<{ status: number; body: Json }> {
    const response = await fetch(`${this.url()}/api/v1${path}`, {
      headers: { authorization: `Bearer ${this.key}` },
      ...(signal ? { signal } : {}),
    });
    return { status: response.status, body: (await response.json()) as Json };
  }

  /** Everything of a kind, page by page. */
  async list(kind: string): Promise<Copies> {
    const all: Copies = {};
    let cursor: string | null = null;
    do {
      const query =
        kind === 'asset' ? `?limit=200${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}` : '';
      const { status, body } = await this.get(`/${paths[kind] ?? ''}${query}`);
      if (status !== 200) throw new Error(`${kind}: ${status}`);
      for (const record of body.data as Json[]) all[`${kind}/${String(record.id)}`] = copyOf(kind, record);
      cursor = (body.next as string | null | undefined) ?? null;
    } while (cursor !== null);
    return all;
  }
}

interface Known {
  cursor: string | null;
  copies: Copies;
}

/** Kept by the change feed. */
export class FeedMirror {
  private stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly client: Client,
    private readonly file: string,
  ) {}

  get copies(): Copies {
    return load<Known>(this.file, { cursor: null, copies: {} }).copies;
  }

  start(): void {
    this.stopping = new AbortController();
    this.running = this.follow(this.stopping.signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.step(signal);
      } catch {
        // The network, or the server: nothing was saved, so it's read again.
        await pause(50, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private async step(signal: AbortSignal): Promise<void> {
    const known = load<Known>(this.file, { cursor: null, copies: {} });
    if (known.cursor === null) {
      // The cursor first, so that what changes while listing comes again.
      const { body } = await this.client.get('/changes', signal);
      const lists = await Promise.all(kinds.map((kind) => this.client.list(kind)));
      save(this.file, { cursor: body.next, copies: Object.assign({}, ...lists) as Copies });
      return;
    }
    const query = new URLSearchParams({ cursor: known.cursor, limit: '50', wait: '2' });
    const { status, body } = await this.client.get(`/changes?${query.toString()}`, signal);
    if (status === 410) save(this.file, { cursor: null, copies: {} });
    if (status !== 200) return;
    const changes = body.data as { resource: { type: string; id: string }; change: string }[];
    for (const { resource, change } of changes) {
      const { type, id } = resource;
      if (!kinds.includes(type)) continue;
      const at = `${type}/${id}`;
      const found =
        change === 'removed' ? null : await this.client.get(`/${paths[type] ?? ''}/${id}`, signal);
      if (found?.status === 200) known.copies[at] = copyOf(type, found.body.data as Json);
      else if (found === null || found.status === 404) delete known.copies[at];
      else throw new Error(`${at}: ${found.status}`);
    }
    save(this.file, { cursor: body.next, copies: known.copies });
  }
}

interface Heard {
  /** By `kind/id`: the highest version that was received. */
  versions: Record<string, number>;
  copies: Copies;
}

interface Event {
  version: number;
  resource: { type: string; id: string } | null;
  data: Json | null;
}

/** Kept by webhooks. It answers 200 once what it was told is saved. */
export class WebhookMirror {
  private server: http.Server | null = null;
  private port = 0;

  constructor(
    private readonly file: string,
    private readonly secret: () => string,
  ) {}

  get copies(): Copies {
    return load<Heard>(this.file, { versions: {}, copies: {} }).copies;
  }

  async start(): Promise<number> {
    const server = http.createServer((request, response) => {
      void text(request).then(
        (body) => {
          try {
            const headers = Object.fromEntries(
              Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
            );
            this.take(new Verifier(this.secret()).verify(body, headers) as Event);
            response.writeHead(200).end();
          } catch {
            response.writeHead(400).end();
          }
        },
        () => response.destroy(),
      );
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', () => resolve()));
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
    return this.port;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (!server) return;
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  private take({ version, resource, data }: Event): void {
    if (resource === null || !kinds.includes(resource.type)) return;
    const at = `${resource.type}/${resource.id}`;
    const heard = load<Heard>(this.file, { versions: {}, copies: {} });
    if (version <= (heard.versions[at] ?? 0)) return;
    heard.versions[at] = version;
    if (data === null) delete heard.copies[at];
    else heard.copies[at] = copyOf(resource.type, data);
    save(this.file, heard);
  }
}
