// A kind of change to an asset that can be proposed (POST /api/v1/proposals). A change is split into parts (a field, a tag, the
// title), so each can be unchanged, replaced or stale on its own.
import type { z } from 'zod';
import type { Present } from '../../assets/patch-asset.ts';
import type { AssetPatch } from '../../assets/schemas.ts';
import type { Db } from '../../core/db/pool.ts';
import type { Issue } from '../../core/errors.ts';
import type { JsonRecord } from '../../proposals/queue.ts';

/** Values by part of a change. */
export type Parts = ReadonlyMap<string, unknown>;

export interface ChangeKind {
  name: string;
  /** What it changes, in the middle of a sentence. */
  noun: string;
  /** One and several of its proposals, as the reviewers' mail counts them. */
  counted: readonly [one: string, several: string];
  /** Its values in the API's documentation: in `change`, and in a proposal's `after`. */
  described: { change: string; after: string };
  /** How the tool propose_changes takes it, under its name. */
  tool: {
    schema: z.ZodType;
    toChange(value: unknown): JsonRecord;
    /** Before the others in the input, and so in the results. */
    first?: true;
  };
  /** Schema of `change`, and of `value` in a decision. */
  schema: z.ZodType<JsonRecord>;
  /** The value that it changes, in `assetState`. */
  current(asset: Present): unknown;
  /** The parts of a change with the values they would have; `asset` is the current state, for parts that build on it. */
  wanted(change: JsonRecord, asset: JsonRecord): Parts;
  /** One part in `state`: the current asset (`assetState`), or the `before` of a proposal. */
  read(state: JsonRecord, part: string): unknown;
  /** The current values of these parts, as stored in a proposal's `before`. */
  before(asset: JsonRecord, parts: readonly string[]): JsonRecord;
  /** The new values of the parts, as stored in a proposal's `after`; `partsOf` is its inverse. */
  after(parts: Parts): JsonRecord;
  partsOf(after: JsonRecord): Parts;
  /** The update_asset patch that applies the change. */
  patch(asset: JsonRecord, parts: Parts): AssetPatch;
  /** Problems that the schema can't detect, with paths inside the change. */
  check?(db: Db, asset: Present, change: JsonRecord): Promise<Issue[]>;
}
