// An operation is a record: its name, its route, the scope it needs, its input and output, how an agent sees it, how it runs.
// Every door (HTTP, Payload endpoint, OpenAPI, later MCP and the command line) is drawn from the one list of these.
import type { PayloadRequest } from 'payload';
import type { z } from 'zod';
import type { Access, Caller, TargetName } from './access/caller.ts';
import type { Ability, Scope } from './access/ladder.ts';
import type { Db, Statement } from './db/pool.ts';
import type { ErrorCode } from './errors.ts';
import type { Service } from './service.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;

/**
 * Who may call: a scope on the thing; `any` signed-in caller or key (the operation checks what it acts on itself);
 * `public`, with or without a caller.
 */
export type OperationScope = Scope | 'any' | 'public';

/** What an operation acts on, by id (brands also by slug). Left out, it acts on the caller's workspace. */
export type Target = Partial<Record<TargetName, string>>;

/** How an agent sees an operation. The hints are those of the MCP specification (2025-11-25, tool annotations). */
export interface ToolHints {
  /** Left out: the operation's name. */
  name?: string;
  title: string;
  /** When to use it, in one paragraph. Left out: the operation's description. */
  description?: string;
  /** What it asks for where that is more than the operation does. */
  scope?: Scope;
  readOnly?: boolean;
  destructive?: boolean;
  idempotent?: boolean;
  openWorld?: boolean;
  /** What it always sends: an agent neither sees nor says it. */
  preset?: Readonly<Record<string, string | number | boolean>>;
  /** What it sends where an agent says nothing, in place of the operation's own default. */
  defaults?: Readonly<Record<string, string | number | boolean>>;
  /** Properties of the input that it leaves out, and such as it needs although the operation does not. */
  without?: readonly string[];
  needs?: readonly string[];
  /** Said of what the answer's header Marque-Dropped names: why it was dropped, and what to do instead. */
  dropped?: string;
  /** Where agents call it in another shape than its body and answer have. */
  shape?: ToolShape;
  /** What an agent gets where that isn't the operation's answer as it is. */
  result?: ToolResult;
}

/** A tool whose arguments and result are not those of its operation. */
export interface ToolShape {
  input: z.ZodType;
  output: z.ZodType;
  /** The bodies of the calls that checked arguments become, in order: several where one call takes less than the tool. */
  bodies(given: unknown): Record<string, unknown>[];
  /** The result, from what each call answered. */
  result(given: unknown, answers: readonly unknown[]): unknown;
}

/** How a tool's result is made from what its operation answered. */
export interface ToolResult {
  /** Schema of what `of` gives. */
  output: z.ZodType;
  /** @throws Refusal where what was answered is a failure to an agent. */
  of: (service: Service, answered: unknown, path: Record<string, string>) => Promise<Record<string, unknown>>;
}

/**
 * A SELECT that runs in the same statement as the access check, so a hot read takes one round trip.
 * It can use `c` (the caller), `t` (the target) and its own parameters `$own1`, `$own2`, …, and returns at most one row, of which
 * nothing is read unless access is granted. `Row` includes null where it may return none.
 */
export interface Query<Row = unknown> {
  /** The statement stays prepared under this name, so the text must never vary under one. '' for a query built for one request. */
  name: string;
  text: string;
  /** Never set: it carries the type. */
  readonly row?: Row;
}

/** Bytes to send: the door streams them, honouring HEAD and ranges that `run` has already worked out. */
export interface FileBody {
  /** Where it lies in the storage, for the log. */
  key: string;
  /** What the whole file is by its record, where there is one: only bytes that fit it are sent. */
  stored?: { size: number; sha256: string };
  /** Path on this machine, where the storage is a disk; the fast way. */
  path: string | null;
  /** Opens the bytes from `start` to `end`, both inclusive. */
  open(start: number, end: number): Promise<AsyncIterable<Uint8Array>>;
  start: number;
  end: number;
}

export type AnswerBody =
  | { kind: 'json'; value: unknown }
  /** JSON that the database has written already: taking a page of records apart only to write it again would be most of the work. */
  | { kind: 'text'; json: string }
  | { kind: 'file'; file: FileBody }
  /** Bytes made while they are sent. Opened once, and only to be sent; left early (`return()`) when the client goes away. */
  | { kind: 'stream'; open(): AsyncIterable<Uint8Array> }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'none' };

/** An answer other than the operation's usual status with its output as JSON. */
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

/** The same answer with its JSON written: what is sent, kept and hashed is one text. */
export function asText(answer: Answer): Answer {
  const { body } = answer;
  if (body.kind !== 'json') return answer;
  return new Answer(answer.status, { kind: 'text', json: JSON.stringify(body.value) }, answer.headers);
}

/** What an operation may know of the request beyond its checked input. */
export interface RequestFacts {
  method: string;
  url: URL;
  headers: Headers;
  /** The client's address, from X-Forwarded-For only where TRUST_PROXY says so. */
  address: string;
  /** The address of the peer itself. Empty where a door can't know it. */
  peer: string;
  body: AsyncIterable<Uint8Array> | null;
  signal: AbortSignal;
  /** True where the transport counted the request against the rate limit already (MCP): the operations it calls don't count it again. */
  counted?: boolean;
  /** True where the request came through Payload's own endpoints. */
  behindPayload?: boolean;
}

/** What `run` is given. */
export interface Context<Row = unknown> {
  service: Service;
  caller: Caller;
  /** The caller's access to the thing the operation acts on. For `any` and `public` operations without `on`: none. */
  access: Access;
  /** The row of the operation's query; null when it returned none, or there is no query. */
  row: Row;
  /** The connection to read with: the transaction's in an operation that writes. */
  db: Db;
  /** Payload's request, for its Local API; only in an operation that writes. */
  req: PayloadRequest;
  request: RequestFacts;
  /** Asks for the access to the same thing once more, with another query: null when it is gone or no longer accessible. */
  ask: (row: Query, values: readonly unknown[]) => Promise<Record<string, unknown> | null>;
  /**
   * Keeps the answer of a call with an Idempotency-Key in a transaction that the operation opened itself, so that there is never one
   * without the other. Left out where the call has no key, or the transaction isn't the operation's own.
   */
  keepAnswer?: (db: Db, answer: unknown) => Promise<void>;
  /** The caller's access to another thing; a thing that is not there, or not for this caller, has scope null. */
  accessTo: (resource: Target) => Promise<Access>;
}

/** An operation that acts on the organization by what its query says, and on the workspace otherwise. */
export interface OrganizationChoice {
  when: (raw: { query: Record<string, string | undefined> }) => boolean;
  /** Added to the refusal of a caller who isn't let in there: how to ask for the workspace. */
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
  route: Route;
  summary: string;
  description?: string;
  tag: string;
  scope: OperationScope;
  ability?: Ability;
  /** Operations that suggest the same, for callers whose scope is propose: a refusal names them. */
  proposedBy?: readonly string[];
  /** The thing it acts on, from the raw path and query: it is asked for before the rest of the input is checked. */
  target?: (raw: { path: Record<string, string>; query: Record<string, string | undefined> }) => Target;
  /**
   * The same for an operation whose JSON body names the thing. Null where the body names none as an id: the schema then says what
   * is wrong with it.
   */
  targetInBody?: (body: unknown) => Target | null;
  /** For `any` and `public`: the workspace the caller acts in is asked for all the same. */
  inWorkspace?: boolean;
  /** True: it acts on the organization of the workspace that the caller acts in, and its scope is asked for there. */
  inOrganization?: boolean | OrganizationChoice;
  /** True: a scope on anything inside the workspace lets in (a list, which then answers what the caller reaches). */
  within?: boolean;
  query?: Query<Row>;
  queryValues?: (
    raw: { path: Record<string, string>; query: Record<string, string | undefined> },
    service: Service,
  ) => unknown[];
  input?: Input<P, Q, B>;
  /** Media types of a body that is not JSON, or not only JSON. `run` and `stage` read it from `request.body`. */
  streams?: readonly string[];
  /** Left out only by an operation that answers bytes. */
  output?: O;
  /** Media type of an answer that is bytes. */
  produces?: string;
  /** True where unknown query parameters are ignored and listed in the header Marque-Ignored: the operations of interface part 4. */
  ignoresUnknown?: boolean;
  /** Sent with every answer, a refusal too. */
  headers?: Readonly<Record<string, string>>;
  /** Headers of a success that mean something to its caller, by name, with what they say. */
  answerHeaders?: Readonly<Record<string, string>>;
  /** Status of a success; 200 when left out. */
  status?: 200 | 201 | 202;
  /** Other successes, with what they mean. */
  also?: Record<number, string>;
  errors?: readonly ErrorCode[];
  /** True for a method other than GET that changes nothing, or keeps its own transactions. */
  readOnly?: boolean;
  /**
   * Of a PATCH, PUT or DELETE at the address of a record that a GET reads: keeps the record as it is until the transaction ends, so
   * that what If-Match names is compared with what is then written over. It takes its locks in the order in which `run` does.
   * Left out: the row of the thing named by `on`.
   */
  lock?: (context: Context<Row>, input: { path: Out<P>; query: Out<Q>; body: Out<B> }) => Promise<unknown>;
  /** True where a cookie may sign the call although it comes from no page of ours (sign-in itself). */
  skipOriginCheck?: boolean;
  /** Several where one operation does what agents know as several things. */
  tool?: ToolHints | readonly ToolHints[];
  /** Slow work (bodies, network, hashing) before the transaction is opened. Its answer goes to `run`; `undo` follows when `run` fails. */
  prepare?: (context: Context<Row>, input: { path: Out<P>; query: Out<Q>; body: Out<B> }) => Promise<S>;
  undo?: (context: Context<Row>, staged: S) => Promise<void>;
  run: (
    context: Context<Row>,
    input: { path: Out<P>; query: Out<Q>; body: Out<B> },
    staged: S,
  ) => Promise<(O extends z.ZodType ? z.input<O> : never) | Answer>;
}

/**
 * An operation of any shape, as a list holds it. Its functions are methods here, whose parameters TypeScript compares in both
 * directions: this is the one place that forgets the shapes, and `run` in the doors hands over only input that was checked.
 */
export interface AnyOperation extends Omit<
  Operation,
  'input' | 'output' | 'hold' | 'stage' | 'undo' | 'run'
> {
  input?: { path?: z.ZodType; query?: z.ZodType; body?: z.ZodType };
  output?: z.ZodType;
  lock?(context: Context, input: CheckedInput): Promise<unknown>;
  prepare?(context: Context, input: CheckedInput): Promise<unknown>;
  undo?(context: Context, staged: unknown): Promise<void>;
  run(context: Context, input: CheckedInput, staged: unknown): Promise<unknown>;
}

export interface CheckedInput {
  path: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Declares an operation.
 *
 * @throws Error at load, when the route has a parameter that the path schema does not name.
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

/** The tools of an operation. */
export function toolsOf({ tool }: AnyOperation): readonly ToolHints[] {
  return tool === undefined ? [] : 'title' in tool ? [tool] : tool;
}

/**
 * An address beside the operations: another way in to them, or one that a protocol fixes. It answers for itself; who calls and what
 * they may is asked by the operations it runs.
 */
export interface ProtocolRoute {
  route: Route;
  answer: (service: Service, request: RequestFacts, path: Record<string, string>) => Promise<Answer>;
  /** It counts its requests for their callers itself; those of any other are counted for their address. */
  countsCallers?: true;
}

/** True when running the operation opens a transaction. */
export function writes(operation: AnyOperation): boolean {
  return !operation.readOnly && !operation.route.startsWith('GET ');
}

export function methodOf({ route }: { route: Route }): Method {
  return route.slice(0, route.indexOf(' ')) as Method;
}

export function pathOf({ route }: { route: Route }): string {
  return route.slice(route.indexOf(' ') + 1);
}

export type { Statement };
