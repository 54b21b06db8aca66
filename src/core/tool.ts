// How agents see an operation: as a tool, with hints, arguments and a result of its own where these differ.
import type { z } from 'zod';
import type { Scope } from './access/ladder.ts';
import type { Progress } from './progress.ts';
import type { Service } from './service.ts';

/** How agents see an operation. The hints are those of the MCP specification (2025-11-25, tool annotations). */
export interface ToolHints {
  /** Defaults to the operation's name. */
  name?: string;
  title: string;
  /** When to use it, in one paragraph. Defaults to the operation's description. */
  description?: string;
  /** Required scope, if higher than the operation's. */
  scope?: Scope;
  readOnly?: boolean;
  destructive?: boolean;
  idempotent?: boolean;
  openWorld?: boolean;
  /** Input properties that agents send as an object; the operation takes its JSON, among other texts. */
  objects?: Readonly<Record<string, z.ZodType>>;
  /** Values it always sends; hidden from agents. */
  preset?: Readonly<Record<string, string | number | boolean>>;
  /** Default arguments, in place of the operation's own defaults. */
  defaults?: Readonly<Record<string, string | number | boolean>>;
  /** Input properties it omits, and ones it requires although the operation doesn't. */
  without?: readonly string[];
  needs?: readonly string[];
  /** Older input properties. They work, and aren't listed. */
  legacy?: readonly string[];
  /** Explains values listed in the Marque-Dropped header: why they were dropped, and what to do instead. */
  dropped?: string;
  /** It works and isn't listed: another tool does the same, and more. */
  unlisted?: true;
  /** Older names of the tool. They work, and aren't listed. */
  aliases?: readonly string[];
  /**
   * A program reads the result: the tool has an output schema, and its result is also `structuredContent`. Not for results that only a
   * model reads: it would pay for the schema in every conversation, and for the data twice.
   */
  structured?: true;
  /** What clients that support MCP Apps show beside its result. */
  app?: ToolApp;
  /** It can take long: it reports its progress, and clients that support tasks get one in place of the result, and poll it. */
  long?: LongWork;
  /** For a tool whose input and output differ from the operation's. */
  shape?: ToolShape;
  /** For a tool whose result differs from the operation's response. */
  result?: ToolResult;
}

/** What of a long call goes on without it, once it was reported as `begun`: even if the process that began it ends. */
export interface LongWork {
  /** The operation that reads it, by the path that was reported. The tool's `result` is made of its answer. */
  look?: string;
  /** How far it has got, by that answer; null: it has ended. */
  progressOf?: (answered: unknown) => Progress | null;
  /** The operation that cancels it, by the same path. */
  cancel?: string;
}

/**
 * A document that a client shows in a frame of its own and gives the tool's result (MCP Apps, 2026-01-26). It has no network, and may call
 * tools through the client, as the same caller. Clients without the extension show the text.
 */
export interface ToolApp {
  /** `ui://` and what follows, unique among all apps. */
  uri: string;
  title: string;
  /** The whole document, with its style and script. */
  html: string;
}

/** Input of an operation, before validation. */
export interface Asked {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** A request of a tool: to its own operation, or to another one by its name. */
export interface ToolRequest extends Asked {
  operation?: string;
}

/** A picture for the agent to look at. */
export interface ToolPicture {
  mime: string;
  bytes: Uint8Array;
}

/** What an agent gets: data, and pictures after it. */
export interface ToolView {
  value: Record<string, unknown>;
  pictures?: readonly ToolPicture[];
}

/** What an operation answered a tool: JSON (errors included), or a file. */
export interface ToolAnswer {
  status: number;
  value: unknown;
  picture?: ToolPicture;
}

/** The error that an operation answered. */
export const errorIn = ({ value }: ToolAnswer): unknown => (value as { error?: unknown } | null)?.error;

/** What became of one record of a batch. */
interface BatchItem {
  id: string;
  ok: boolean;
  error?: unknown;
}

/** The result of a batch operation, by the name that agents know its records by. @param more what else to say of one that succeeded */
export function batchResult<Item extends BatchItem>(
  record: string,
  [answer]: readonly ToolAnswer[],
  more: (item: Item) => object = () => ({}),
): ToolView {
  const { data } = answer?.value as { data: Item[] };
  return {
    value: {
      results: data.map((item) => ({
        [record]: item.id,
        ...(item.ok ? { ok: true, ...more(item) } : { error: item.error }),
      })),
    },
  };
}

/** A tool with its own arguments and result. */
export interface ToolShape {
  input: z.ZodType;
  /** Only for a `structured` tool. */
  output?: z.ZodType;
  /** Maps validated arguments to requests, in order: several if one call accepts less than the tool. */
  requests(given: unknown): ToolRequest[];
  /**
   * Builds the result from the responses, of which all but the first may be errors; with `each`, the first, too.
   * @throws ApiError if the responses are a failure for an agent.
   */
  result(given: unknown, answers: readonly ToolAnswer[]): ToolView;
  /** One request for each item: an error is the item's and not the call's. */
  each?: true;
}

/** Calls another operation as the same agent, by the operation's name. */
export type AskAs = (operation: string, asked: Asked) => Promise<ToolAnswer>;

/** Builds a tool's result from the operation's response. */
export interface ToolResult {
  /** Schema of what `of` returns. Only for a `structured` tool. */
  output?: z.ZodType;
  /** Arguments of the tool that the operation doesn't have, each with a default. */
  input?: z.ZodObject;
  /** @throws if the response is a failure for an agent. */
  of: (
    service: Service,
    answered: unknown,
    asked: {
      path: Record<string, string>;
      query: Record<string, unknown>;
      given: Record<string, unknown>;
      ask: AskAs;
      /** Aborts when the caller disconnects. */
      signal: AbortSignal;
    },
  ) => Promise<ToolView>;
}
