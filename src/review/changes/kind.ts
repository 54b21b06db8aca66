// A kind of change to an asset that can be proposed (POST /api/v1/proposals). A change is split into parts (a field, a tag, the
// title), so each can be unchanged, replaced or stale on its own.
import type { z } from 'zod';
import { patchAsset, type Present } from '../../assets/patch-asset.ts';
import type { AssetPatch } from '../../assets/schemas.ts';
import type { Db } from '../../core/db/pool.ts';
import type { Issue } from '../../core/errors.ts';
import type { Context } from '../../core/operation.ts';
import type { JsonRecord } from '../../proposals/queue.ts';
import type { MoreOfAsset, ProposedOn, Reading } from './present.ts';

/** Values by part of a change. */
export type Parts = ReadonlyMap<string, unknown>;

/** The asset that is about to change, as locked. */
export interface Changed {
  id: string;
  asset: ProposedOn;
}

/** What `check` is given: what the proposer may do, or the reviewer who edits. */
export type CheckingChange = Pick<Context, 'req' | 'db' | 'caller' | 'accessTo'>;
/** What `apply` is given: the reviewer's transaction, and what they may do. */
export type ApplyingChange = Pick<Context, 'req' | 'db' | 'caller' | 'accessTo'>;

export interface ChangeKind {
  name: string;
  /** It's also about assets in the trash. */
  evenDeleted?: true;
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
  /** Reads what this kind compares and others don't. */
  more?(reading: Reading, id: string, asset: Present): Promise<Partial<MoreOfAsset>>;
  /** The value that it changes, in `assetState`. */
  current(asset: ProposedOn): unknown;
  /** The parts of a change with the values they would have; `asset` is the current state, for parts that build on it. */
  wanted(change: JsonRecord, asset: JsonRecord): Parts;
  /** One part in `state`: the current asset (`assetState`), or the `before` of a proposal. */
  read(state: JsonRecord, part: string): unknown;
  /** The current values of these parts, as stored in a proposal's `before`. */
  before(asset: JsonRecord, parts: readonly string[]): JsonRecord;
  /** The new values of the parts, as stored in a proposal's `after`; `partsOf` is its inverse. */
  after(parts: Parts): JsonRecord;
  partsOf(after: JsonRecord): Parts;
  /**
   * Locks what has to be locked before the asset, in the order of everything that changes both.
   * @param proposed what is proposed, or what a reviewer made of it, unchecked
   */
  lockFirst?(db: Db, workspaceId: string, proposed: readonly unknown[]): Promise<void>;
  /**
   * Makes the change as the reviewer, who needs what the direct change needs. `asset` is the current state.
   * @throws ApiError what the direct change throws.
   */
  apply(applying: ApplyingChange, id: string, asset: JsonRecord, parts: Parts): Promise<void>;
  /**
   * Problems that the schema can't detect, with paths inside the change.
   * @throws ApiError conflict for a change that can't be made as the asset is now.
   */
  check?(checking: CheckingChange, changed: Changed, change: JsonRecord): Issue[] | Promise<Issue[]>;
}

/** Applies a change like a PATCH of the asset. */
export const asPatch =
  (patch: (asset: JsonRecord, parts: Parts) => AssetPatch): ChangeKind['apply'] =>
  async ({ req, db, accessTo }, id, asset, parts) => {
    await patchAsset(req, db, accessTo, id, patch(asset, parts));
  };
