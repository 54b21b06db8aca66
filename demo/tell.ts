// Calls the service and prints one line per call: who, what, and the result. An unexpected answer ends the
// demo.
import path from 'node:path';
import { styleText } from 'node:util';

/** Who calls, and with which credentials. */
export interface Who {
  name: string;
  headers: Record<string, string>;
}

export const visitor: Who = { name: 'visitor', headers: {} };

export interface Reply {
  status: number;
  headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what came is looked into, and every step says what it expects
  body: any;
  bytes: Buffer;
}

export interface Call {
  who: Who;
  /** The expected status. */
  expect: number;
  /** A plain object is sent as JSON; anything else as is. */
  body?: object;
  headers?: Record<string, string>;
  /** The result in a few words. */
  says: (reply: Reply) => string;
  /** Further checks on the answer. */
  holds?: (reply: Reply) => boolean;
}

/** Calls the demo's service. */
export type Send = (method: string, address: string, options: Call) => Promise<Reply>;

type Style = Parameters<typeof styleText>[0];

const colored = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (style: Style, text: string): string => (colored ? styleText(style, text) : text);

/** Ids and upload secrets are long: the first characters are enough to tell them apart. */
function shortened(address: string): string {
  return address
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => `${id.slice(0, 8)}…`)
    .replace(/(?<=\/uploads\/)[\w-]+/, (secret) => `${secret.slice(0, 4)}…`);
}

/** Values by key, for printing: `subject: space, campaign: Look up`. */
export function inWords(values: Record<string, unknown>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(', ');
}

/** The path relative to the working directory, if it's below it. */
export function shortPath(file: string): string {
  const relative = path.relative('.', file);
  return relative.startsWith('..') ? file : relative;
}

let print = (line: string): void => {
  console.log(line);
};

/** Tells nobody: for what needs the workspace that the story leaves, and not the story. */
export function tellNobody(): void {
  print = () => undefined;
}

let chapters = 0;

/** Starts a chapter of the demo. */
export function chapter(title: string): void {
  chapters += 1;
  print(`\n${paint('bold', `${chapters}  ${title}`)}`);
}

export function note(text: string): void {
  print(paint('dim', `   ${text}`));
}

/** Prints one line: who did what, and the result. */
export function printLine({
  who,
  how,
  what,
  came,
  good,
  says,
}: {
  who: string;
  /** The HTTP method, or another protocol. */
  how: string;
  what: string;
  came: number | 'ok' | 'no';
  good: boolean;
  says: string;
}): void {
  const isApiError = came === 'no' || (typeof came === 'number' && came >= 400);
  const style = good ? (isApiError ? 'yellow' : 'green') : 'red';
  print(
    `   ${who.padEnd(8)} ${how.padEnd(5)} ${what.padEnd(46)} ${`${came}`.padEnd(3)}  ${paint(style, says)}`,
  );
}

/** @param address a path on the service, or a full URL that the service returned */
export async function call(server: string, method: string, address: string, options: Call): Promise<Reply> {
  const { who, expect, says, holds = () => true } = options;
  const headers = new Headers({ ...who.headers, ...options.headers });
  let body = options.body as BodyInit | undefined;
  if (options.body && Object.getPrototypeOf(options.body) === Object.prototype) {
    body = JSON.stringify(options.body);
    headers.set('content-type', 'application/json');
  }
  const url = new URL(address, server);
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
    ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
  const reply: Reply = {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(bytes.toString()) : null,
    bytes,
  };
  const shown = shortened(url.pathname + url.search) + (body instanceof FormData ? ' (form)' : '');
  const good = reply.status === expect && holds(reply);
  printLine({
    who: who.name,
    how: method,
    what: shown,
    came: reply.status,
    good,
    says: good ? says(reply) : 'this is not what should have come back',
  });
  if (!good)
    throw new Error(
      `${method} ${shown} should answer ${expect}. It answered ${reply.status}${isJson ? `: ${JSON.stringify(withoutSecrets(reply.body), null, 2)}` : '.'}`,
    );
  return reply;
}

function withoutSecrets(body: object): unknown {
  return JSON.parse(JSON.stringify(body, (key, value: unknown) => (key === 'secret' ? '…' : value)));
}
