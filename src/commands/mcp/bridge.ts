// Passes the messages of an MCP client on stdio to a server's Streamable HTTP, and back. Both generations of the protocol go through as
// they are: the SDK's transport derives the headers of 2026-07-28 from each message.
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  SdkHttpError,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type AuthProvider,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Transport,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { reasonOf } from '../../log.ts';
import { SignInFailed } from './callback.ts';

const internalError = -32603;

interface Bridge {
  client: Transport;
  server: URL;
  credentials: AuthProvider;
  /** What to do about a refused credential, as a sentence. */
  onRefused: string;
  /** Prints for the person: never on stdout. */
  tell: (text: string) => void;
}

type RpcError = { code: number; message: string; data?: unknown };

const Rpc = z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown() }) });
const Envelope = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** What to answer a request that the server didn't: its own error where it gave one. */
function errorOf(error: unknown, { server, onRefused }: Pick<Bridge, 'server' | 'onRefused'>): RpcError {
  if (error instanceof SignInFailed) return { code: internalError, message: error.message };
  if (error instanceof SdkHttpError) {
    const body = parsed(error.data.text);
    const rpc = Rpc.safeParse(body);
    if (rpc.success) return rpc.data.error;
    const envelope = Envelope.safeParse(body);
    if (envelope.success)
      return {
        code: internalError,
        message: envelope.data.error.message,
        data: { code: envelope.data.error.code },
      };
  }
  if (error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.status === 401))
    return { code: internalError, message: `${server.href} refused the credentials. ${onRefused}` };
  if (error instanceof SdkHttpError)
    return {
      code: internalError,
      message: `${server.href} answered ${error.status}. Check that this is the address of a Marque server.`,
    };
  return {
    code: internalError,
    message: `Could not get an answer from ${server.href}: ${reasonOf(error)}. Check the address and that the server is running, then try again.`,
  };
}

const Cancelled = z.object({ requestId: z.union([z.string(), z.number()]) });
const Initialized = z.object({ protocolVersion: z.string() });

/** Whether a request says its protocol version itself, as those of 2026-07-28 do: closing its stream then cancels it. */
const saysItsVersion = ({ params }: JSONRPCRequest): boolean =>
  typeof params?._meta?.['io.modelcontextprotocol/protocolVersion'] === 'string';

interface Waiting {
  request: JSONRPCRequest;
  cancel: AbortController;
}

/** Both sides, and the requests between them. */
interface Link extends Bridge {
  http: StreamableHTTPClientTransport;
  /** Requests without an answer yet. */
  waiting: Map<string | number, Waiting>;
}

function answer({ client, tell }: Link, message: JSONRPCMessage): void {
  void client.send(message).catch((error: unknown) => tell(`The client is gone: ${reasonOf(error)}`));
}

function fail(link: Link, { id }: JSONRPCRequest, error: RpcError): void {
  if (!link.waiting.delete(id)) return;
  link.tell(error.message);
  answer(link, { jsonrpc: '2.0', id, error });
}

/** Passes a message of the server on. */
function receive(link: Link, message: JSONRPCMessage): void {
  if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
    const of = message.id === undefined ? undefined : link.waiting.get(message.id);
    // Somebody who cancelled doesn't expect an answer any more.
    if (!of) return;
    link.waiting.delete(of.request.id);
    if (of.request.method === 'initialize' && isJSONRPCResultResponse(message)) {
      const initialized = Initialized.safeParse(message.result);
      if (initialized.success) link.http.setProtocolVersion(initialized.data.protocolVersion);
    }
  }
  answer(link, message);
}

async function ask(link: Link, request: JSONRPCRequest): Promise<void> {
  const cancel = new AbortController();
  link.waiting.set(request.id, { request, cancel });
  const message = `${link.server.href} ended the connection before it answered. Try again.`;
  try {
    await link.http.send(request, {
      requestSignal: cancel.signal,
      onRequestStreamEnd: () => fail(link, request, { code: internalError, message }),
    });
  } catch (error) {
    if (!cancel.signal.aborted) fail(link, request, errorOf(error, link));
  }
}

/** @returns true if the notification cancelled a request whose stream could be closed instead */
function cancels(link: Link, message: JSONRPCMessage): boolean {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return false;
  const cancelled = Cancelled.safeParse(message.params);
  const of = cancelled.success ? link.waiting.get(cancelled.data.requestId) : undefined;
  if (!of || !saysItsVersion(of.request)) return false;
  link.waiting.delete(of.request.id);
  of.cancel.abort();
  return true;
}

/** Passes a message of the client on. */
function send(link: Link, message: JSONRPCMessage): void {
  if (isJSONRPCRequest(message)) void ask(link, message);
  else if (!cancels(link, message))
    void link.http.send(message).catch((error: unknown) => link.tell(errorOf(error, link).message));
}

/** Runs until the client's transport closes. */
export async function runBridge(bridge: Bridge): Promise<void> {
  const { client, tell } = bridge;
  const http = new StreamableHTTPClientTransport(bridge.server, { authProvider: bridge.credentials });
  const link: Link = { ...bridge, http, waiting: new Map() };
  http.onmessage = (message) => receive(link, message);
  client.onmessage = (message) => send(link, message);
  client.onerror = (error) => tell(`A message from the client could not be read: ${reasonOf(error)}`);
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  await http.start();
  await client.start();
  await closed;
  await http.close();
}
