// Measurement: load from several clients, single calls one after the other, and their medians.
import http from 'node:http';
import net from 'node:net';
import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';

/** One request, sent the same way to every server that is compared. */
export interface Target {
  origin: string;
  /** Requested in turn. */
  paths: readonly string[];
  headers?: Record<string, string>;
  /** Sent as JSON with POST; without it, the request is a GET. */
  body?: object;
}

/** How to call a target. */
interface Sending {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

function sending({ headers = {}, body }: Pick<Target, 'headers' | 'body'>): Sending {
  if (!body) return { method: 'GET', headers };
  return {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/**
 * Requests per second that a target serves to clients that never pause.
 * @throws Error when an answer isn't a success: a fast error is no result
 */
export async function requestsPerSecond(target: Target, clients: number, seconds: number): Promise<number> {
  const result = await autocannon({
    url: target.origin,
    connections: clients,
    duration: seconds,
    requests: target.paths.map((path) => ({ ...sending(target), path })),
  });
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0) throw new Error(`${target.origin}${target.paths[0]}: ${bad} answers were no success`);
  return result.requests.total / result.duration;
}

/** Sends one request on a kept-alive connection and counts the bytes of its answer. */
function fetchFile(socket: net.Socket, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = '';
    let left = -1;
    const done = (error?: Error): void => {
      socket.off('data', take).off('close', broke);
      if (error) reject(error);
      else resolve();
    };
    const broke = (): void => {
      done(new Error('The connection broke.'));
    };
    const take = (chunk: Buffer): void => {
      if (left >= 0) left -= chunk.byteLength;
      else {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!head.startsWith('HTTP/1.1 200')) {
          done(new Error(`No success: ${head.slice(0, head.indexOf('\r\n'))}`));
          return;
        }
        left = Number(/content-length: (\d+)/i.exec(head)?.[1]) - (head.length - end - 4);
      }
      if (left === 0) done();
    };
    socket.on('data', take).on('close', broke);
    socket.write(request);
  });
}

/**
 * Files per second. autocannon parses answers in JavaScript, which tops out at 70 MB/s here: it would measure
 * the client. This one only counts bytes.
 */
export async function filesPerSecond(target: Target, clients: number, seconds: number): Promise<number> {
  const { hostname, port } = new URL(target.origin);
  const began = performance.now();
  const until = began + seconds * 1000;
  let files = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const socket = net.connect({ host: hostname, port: Number(port) });
      socket.on('error', () => undefined); // 'close' follows with the result
      try {
        for (let at = client; performance.now() < until; at += 1) {
          const path = target.paths[at % target.paths.length] ?? '/';
          await fetchFile(socket, `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
          files += 1;
        }
      } finally {
        socket.destroy();
      }
    }),
  );
  return files / ((performance.now() - began) / 1000);
}

/**
 * Loads each target in turn, round after round, in alternating order, so that other load on the machine
 * affects all of them alike.
 * @returns the median of each
 */
export async function compare<Name extends string>(
  targets: Record<Name, Target>,
  options: { clients: number; rounds: number; seconds: number; load?: typeof requestsPerSecond },
): Promise<Record<Name, number>> {
  const { clients, rounds, seconds, load = requestsPerSecond } = options;
  const names = Object.keys(targets) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (const name of names) await load(targets[name], clients, 1); // warm
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : [...names].reverse())
      measured[name].push(await load(targets[name], clients, seconds));
  }
  return Object.fromEntries(names.map((name) => [name, median(measured[name])])) as Record<Name, number>;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

/** One call on a kept-alive connection. @returns milliseconds until the last byte */
export function callMs(url: string, headers: Record<string, string> = {}, body?: object): Promise<number> {
  const { body: sent, ...how } = sending({ headers, ...(body ? { body } : {}) });
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const request = http.request(url, { agent, ...how }, (response) => {
      response.resume();
      response.once('error', reject).once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    request.once('error', reject);
    request.end(sent);
  });
}

/** Median time of one client's calls, one after the other. */
export async function medianMs(target: Target, calls: number): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const path = target.paths[call % target.paths.length];
    times.push(await callMs(`${target.origin}${path}`, target.headers));
  }
  return median(times);
}
