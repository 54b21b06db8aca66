// Real servers on this machine, and a resolver that says what a test needs.
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';
import { parseAllowRule, type AllowRule } from '../../../src/lib/guarded-fetch/allow-rules.ts';
import {
  fetchPublic,
  type FetchedResponse,
  type FetchOptions,
} from '../../../src/lib/guarded-fetch/fetch.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server with answers by path, which records its requests. */
export class TestServer {
  readonly answers = new Map<string, Answer>();
  readonly seen: IncomingMessage[] = [];
  readonly bodies: string[] = [];
  readonly #server: Server = createServer((request, response) => {
    this.seen.push(request);
    void text(request).then((body) => {
      this.bodies.push(body);
      const answer = this.answers.get(new URL(request.url ?? '/', 'http://test').pathname);
      if (answer) answer(request, response);
      else response.writeHead(404).end('nothing here');
    });
  });

  async open(host = '127.0.0.1', port = 0): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(port, host, resolve);
    });
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(path: string, host = '127.0.0.1'): string {
    return `http://${host}:${this.port}${path}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Two servers for the tests of a file, emptied before each. */
export function testServers(): { server: TestServer; other: TestServer } {
  const servers = { server: new TestServer(), other: new TestServer() };
  beforeAll(async () => {
    for (const one of Object.values(servers)) await one.open();
  });
  beforeEach(() => {
    for (const one of Object.values(servers)) {
      one.answers.clear();
      one.seen.length = 0;
      one.bodies.length = 0;
    }
  });
  afterAll(async () => {
    for (const one of Object.values(servers)) await one.close();
  });
  return servers;
}

export interface Options extends Omit<FetchOptions, 'allow'> {
  allow: readonly string[];
}

/** Rules from the way people write them. */
export function allowRules(entries: readonly string[]): AllowRule[] {
  return entries.map((entry) => parseAllowRule(entry)).filter((rule) => rule !== null);
}

export function fetchAllowing(url: string, options: Options): Promise<FetchedResponse> {
  return fetchPublic(url, { ...options, allow: allowRules(options.allow) });
}

export const allowed: Options = { allow: ['127.0.0.1'], maxBytes: 1_000_000 };
export const nothingAllowed: Options = { allow: [], maxBytes: 1_000_000 };

export const refused = (words: string) => ({
  name: 'FetchError',
  message: expect.stringContaining(words) as unknown,
});

/** A resolver that gives these answers one after the other, repeats the last one, and counts its queries. */
export function resolverOf(...answers: string[][]): { lookup: LookupFunction; asked: () => number } {
  let asked = 0;
  const lookup: LookupFunction = (_hostname, _options, callback) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    const found: LookupAddress[] = addresses.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    process.nextTick(() => callback(null, found));
  };
  return { lookup, asked: () => asked };
}

export function redirectTo(location: string, status = 302): Answer {
  return (_request, response) => void response.writeHead(status, { location }).end('moved');
}
