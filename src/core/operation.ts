// An operation is a record: its name, route, required access, input, output, tool description, and function. Every transport
// (HTTP, Payload, OpenAPI, MCP) is generated from the one list of operations.
import type { PayloadRequest } from 'payload';
import type { z } from 'zod';
import type { Access, Caller } from './access/caller.ts';
import type { Target } from './access/targets.ts';
import type { Ability, Scope } from './access/ladder.ts';
import type { Db, Statement } from './db/pool.ts';
import type { ErrorCode } from './errors.ts';
import type { Report } from './progress.ts';
import type { Service } from './service.ts';
import type { ToolHints } from './tool.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;

/**
 * Who may call it: a scope on the target; `any` authenticated caller (the operation checks access itself); or `public`, with or
 * without a credential.
 */
export type OperationScope = Scope | 'any' | 'public';

export type { Target };

/**
 * A SELECT that runs in the same statement as the access check, so a hot read takes one round trip.
 * It can use `c` (the caller), `t` (the target) and its own parameters `$own1`, `$own2`, …, and returns at most one row, of which
 * nothing is read unless access is granted. `Row` includes null where it may return none.
 */
export interface Query<Row = unknown> {
  /** The statement is prepared under this name, so the text must never change for a name. '' for a query built for one request. */
  name: string;
  text: string;
  /** Never set: it carries the type. */
  readonly row?: Row;
}

/** A file to send: the transport streams it, handling HEAD and the range that `run` has resolved. */
export interface FileBody {
  /** Its key in the storage, for the log. */
  key: string;
  /** Size and hash of the whole file from its record, if there is one: only matching bytes are sent. */
  stored?: { size: number; sha256: string };
  /** Path on this machine, if the storage is a disk; the fast way. */
  path: string | null;
  /** Opens the bytes from `start` to `end`, both inclusive. */
  open(start: number, end: number): Promise<AsyncIterable<Uint8Array>>;
  start: number;
  end: number;
}

export type AnswerBody =
  | { kind: 'json'; value: unknown }
  /** JSON written by the database: parsing a page of records only to serialize it again would be most of the work. */
  | { kind: 'text'; json: string }
  | { kind: 'file'; file: FileBody }
  /** Bytes generated while sending. Opened once; ended early (`return()`) if the client disconnects. */
  | { kind: 'stream'; open(): AsyncIterable<Uint8Array> }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'none' };

/** A response other than the usual status with JSON output. */
export class Answer {
  constructor(
    readonly status: number,
    readonly body: AnswerBody,
    readonly headers: Record<string, string | string[]> = {},
  ) {}

  static json(status: number, value: unknown, headers: Record<string, string | string[]> = {}): Answer {
    return new Answer(status, { kind: 'json', value }, headers);
  }
}

/** The same response with its JSON serialized: one text is sent, stored and hashed. */
export function asText(answer: Answer): Answer {
  const { body } = answer;
  if (body.kind !== 'json') return answer;
  return new Answer(answer.status, { kind: 'text', json: JSON.stringify(body.value) }, answer.headers);
}

/** What an operation may know about the request beyond its validated input. */
export interface RequestFacts {
  method: string;
  url: URL;
  headers: Headers;
  /** The client's IP address; from X-Forwarded-For only if TRUST_PROXY is set. */
  address: string;
  /** The address of the connection. Empty if the transport can't know it. */
  peer: string;
  body: AsyncIterable<Uint8Array> | null;
  signal: AbortSignal;
  /**
   * Set where disconnecting cancels the call: then it stops before its next step, and pass it to work that can be interrupted. Never to a
   * transaction, which commits or rolls back as a whole.
   */
  cancel?: AbortSignal | undefined;
  /** Set where somebody follows what is done. */
  report?: Report | undefined;
  /** How long fetching an address that the call names may take, in milliseconds, where nobody holds a connection meanwhile. */
  fetchMs?: number | undefined;
  /** True if the transport already counted the request against the rate limit (MCP), so that operations don't count it again. */
  counted?: boolean;
  /** True if the request came through Payload's own endpoints. */
  behindPayload?: boolean;
}

/** What `run` receives. */
export interface Context<Row = unknown> {
  service: Service;
  caller: Caller;
  /** The caller's access to the target. For `any` and `public` operations without a target: none. */
  access: Access;
  /** The row of the operation's query; null if it returned none, or there is no query. */
  row: Row;
  /** The connection to read with: in an operation that writes, the transaction's. */
  db: Db;
  /** Payload's request, for its Local API; only in operations that write. */
  req: PayloadRequest;
  request: RequestFacts;
  /** Checks access to the same target again, with another query: null if it's gone or no longer accessible. */
  ask: (row: Query, values: readonly unknown[]) => Promise<Record<string, unknown> | null>;
  /**
   * Stores the response of a call with an Idempotency-Key in a transaction the operation opened itself, so that there is never one
   * without the other. Undefined if the call has no key, or the transaction isn't the operation's own.
   */
  keepAnswer?: (db: Db, answer: unknown) => Promise<void>;
  /** The caller's access to another resource; the scope is null if it doesn't exist or isn't accessible. */
  accessTo: (resource: Target) => Promise<Access>;
}

/** An operation that acts on the organization or the workspace, depending on its query. */
export interface OrganizationChoice {
  organizationWhen: (raw: { query: Record<string, string | undefined> }) => boolean;
  /** Added to the error for callers without access to the organization: how to choose the workspace. */
  otherwise: string;
}

type Shape = z.ZodType | undefined;
type Out<T extends Shape> = T extends z.ZodType ? z.output<T> : undefined;

export interface Input<P extends Shape = Shape, Q extends Shape = Shape, B extends Shape = Shape> {
  path?: P;
  query?: Q;
  /** A zod schema: a JSON body. `stream`: the operation reads the bytes itself. */
  body?: B;
}

/** How an operation is called over HTTP, besides its input and output. */
export interface HttpShape {
  route: Route;
  tag: string;
  /** Status of a success; defaults to 200. */
  status?: 200 | 201 | 202;
  /** Other statuses, with their descriptions. */
  also?: Record<number, string>;
  /** Sent with every response, including errors. */
  headers?: Readonly<Record<string, string>>;
  /** Request headers that it reads itself, by name, with their descriptions. */
  requestHeaders?: Readonly<Record<string, string>>;
  /** Response headers of a success, by name, with their descriptions. */
  answerHeaders?: Readonly<Record<string, string>>;
  /** Media types of a body that isn't (only) JSON. `prepare` and `run` read it from `request.body`. */
  streams?: readonly string[];
  /** Media type of a response that is bytes. */
  produces?: string;
  /** True if unknown query parameters are ignored and listed in the Marque-Ignored header: the operations of interface part 4. */
  ignoresUnknown?: boolean;
  /** True if a session cookie is accepted from other origins (sign-in itself). */
  skipOriginCheck?: boolean;
  /** True if calls aren't counted, outside `/api/v1`: it answers while the database is away, and costs no more than a refusal. */
  uncounted?: boolean;
}

/** Who may call an operation. Checked before the rest of the input. */
export interface AccessRule {
  scope: OperationScope;
  /** Abilities needed besides the scope. */
  abilities?: readonly Ability[];
  /** The target, from the raw path and query. Omitted: the caller's workspace. */
  target?: (raw: { path: Record<string, string>; query: Record<string, string | undefined> }) => Target;
  /**
   * The same for an operation whose JSON body names the target. Null if the body has no valid ID; the schema then reports the
   * error.
   */
  targetInBody?: (body: unknown) => Target | null;
  /** True: a scope on anything inside the workspace is enough (for lists, which return what the caller can access). */
  within?: boolean;
  /** For `any` and `public`: determine the caller's workspace anyway. */
  inWorkspace?: boolean;
  /**
   * Where the scope is needed, if not on the target: on its workspace (for an organization: on itself) or its organization. `run` then
   * gets that access. A target the caller has no access to is still not found.
   */
  scopeOn?: 'workspace' | 'organization' | OrganizationChoice;
  /** Callers below the scope get a 404 with this message, as if it didn't exist. */
  missing?: string;
  /** API keys are refused with this message. */
  peopleOnly?: string;
  /** Operations that propose the same change; errors suggest them to callers with the propose scope. */
  proposedBy?: readonly string[];
}

export interface Operation<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  O extends Shape = Shape,
  S = unknown,
  Row = unknown,
> {
  /** `verb_noun`: also the file (`verb-noun.ts`) and the tool. */
  name: string;
  summary: string;
  description?: string;
  http: HttpShape;
  access: AccessRule;
  input?: Input<P, Q, B>;
  /** Omitted only if the response is bytes. */
  output?: O;
  /** Codes it can return besides those of every operation. */
  errors?: readonly ErrorCode[];
  /** How agents see it; several if agents know one operation as several tools. Omitted: not a tool. */
  agent?: ToolHints | readonly ToolHints[];
  query?: Query<Row>;
  queryValues?: (
    raw: { path: Record<string, string>; query: Record<string, string | undefined> },
    service: Service,
  ) => unknown[];
  /** True for a method other than GET that changes nothing, or opens its own transactions. */
  readOnly?: boolean;
  /**
   * For a PATCH, PUT or DELETE at the path of a GET: locks the record until the transaction ends, so that If-Match is compared with
   * what is then overwritten. Must take locks in the same order as `run`. Omitted: the row of `access.target` is locked.
   */
  lock?: (context: Context<Row>, input: { path: Out<P>; query: Out<Q>; body: Out<B> }) => Promise<unknown>;
  /** Slow work (bodies, network, hashing) before the transaction. Its result is passed to `run`; `undo` runs if `run` fails. */
  prepare?: (context: Context<Row>, input: { path: Out<P>; query: Out<Q>; body: Out<B> }) => Promise<S>;
  undo?: (context: Context<Row>, prepared: S) => Promise<void>;
  run: (
    context: Context<Row>,
    input: { path: Out<P>; query: Out<Q>; body: Out<B> },
    prepared: S,
  ) => Promise<(O extends z.ZodType ? z.input<O> : never) | Answer>;
}

/**
 * An operation of any shape, for lists. Its functions are methods, so that TypeScript compares parameters bivariantly: the one place
 * that forgets the shapes. The pipeline passes only validated input.
 */
export interface AnyOperation extends Omit<
  Operation,
  'input' | 'output' | 'lock' | 'prepare' | 'undo' | 'run'
> {
  input?: { path?: z.ZodType; query?: z.ZodType; body?: z.ZodType };
  output?: z.ZodType;
  lock?(context: Context, input: CheckedInput): Promise<unknown>;
  prepare?(context: Context, input: CheckedInput): Promise<unknown>;
  undo?(context: Context, prepared: unknown): Promise<void>;
  run(context: Context, input: CheckedInput, prepared: unknown): Promise<unknown>;
}

export interface CheckedInput {
  path: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Declares an operation.
 *
 * @throws Error on load if the route has a parameter that the path schema doesn't define.
 */
export function defineOperation<
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
  O extends Shape = undefined,
  S = undefined,
  Row = null,
>(operation: Operation<P, Q, B, O, S, Row>): Operation<P, Q, B, O, S, Row> {
  return operation;
}

// ---- what a client sends and gets

type SchemaOf<O extends { input?: Input }, Part extends keyof Input> = Extract<
  NonNullable<O['input']>[Part],
  z.ZodType
>;

/** A parameter that is converted from text has the type it's converted to. */
type ParametersOf<S extends z.ZodType> = [S] extends [never]
  ? unknown
  : {
      [Name in keyof z.input<S>]: unknown extends z.input<S>[Name]
        ? z.output<S>[Name & keyof z.output<S>]
        : z.input<S>[Name];
    };

type BodyOf<S extends z.ZodType> = [S] extends [never]
  ? unknown
  : undefined extends z.input<S>
    ? { body?: z.input<S> }
    : { body: z.input<S> };

/** What a client sends: path and query parameters by name, and a JSON body as `body`. */
export type InputOf<O extends { input?: Input }> = object &
  ParametersOf<SchemaOf<O, 'path'>> &
  ParametersOf<SchemaOf<O, 'query'>> &
  BodyOf<SchemaOf<O, 'body'>>;

/** The JSON that a client gets; undefined if the response is bytes. */
export type OutputOf<O extends { output?: Shape }> = Out<Extract<O['output'], z.ZodType>>;

/** The tools of an operation. */
export function toolsOf({ agent: tool }: AnyOperation): readonly ToolHints[] {
  return tool === undefined ? [] : 'title' in tool ? [tool] : tool;
}

/**
 * A route outside the operations, such as one that a protocol defines. It handles the request itself; the operations it runs check
 * the caller.
 */
export interface ProtocolRoute {
  route: Route;
  answer: (service: Service, request: RequestFacts, path: Record<string, string>) => Promise<Answer>;
  /** It counts requests per caller itself; otherwise they're counted per address. */
  countsCallers?: true;
  /** Pages of any origin may call it and read its responses (CORS). Only for what no cookie opens. */
  openToPages?: true;
}

/** True if running the operation opens a transaction. */
export function writes(operation: AnyOperation): boolean {
  return !operation.readOnly && !operation.http.route.startsWith('GET ');
}

/** An operation, or a route outside them. */
export type Routed = { route: Route } | { http: { route: Route } };

const routeOf = (at: Routed): Route => ('http' in at ? at.http.route : at.route);

export function methodOf(at: Routed): Method {
  const route = routeOf(at);
  return route.slice(0, route.indexOf(' ')) as Method;
}

export function pathOf(at: Routed): string {
  const route = routeOf(at);
  return route.slice(route.indexOf(' ') + 1);
}

export type { Statement };
