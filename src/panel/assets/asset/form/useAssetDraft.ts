'use client';
// What is edited of an asset and isn't saved yet: kept in the browser, merged with what others save meanwhile, and saved with one button.
import { useState } from 'react';
import type { Issue } from '../../../../core/errors.ts';
import { CallFailed, wordsOf } from '../../../client/api.ts';
import { merge, type Difference } from '../../../client/drafts/merge.ts';
import { useDraft, type Draft } from '../../../client/drafts/useDraft.ts';
import { useMe } from '../../../client/me.tsx';
import { call } from '../../../client/operations.ts';
import { offerUndo } from '../../../ui/undo.ts';
import { useWords } from '../../../words/useWords.ts';
import type { AssetRecord } from '../record/useAssetRecord.ts';
import type { EditedAsset } from './edited-asset.ts';
import { saveAsset } from './save-asset.ts';
import { storedAt, timeOf } from './stored-version.ts';

export interface AssetDraft {
  edits: Draft<EditedAsset>;
  /** As edited, else as stored; null until loaded. */
  value: EditedAsset | null;
  busy: boolean;
  problem: string | null;
  /** The error of a property or anything inside it. */
  problemAt: (path: string) => string | null;
  /** What somebody else has changed, too. */
  clashes: readonly Difference[];
  /** Who changed the asset meanwhile. */
  by: readonly string[];
  change: (part: Partial<EditedAsset>) => void;
  save: () => Promise<void>;
  /** Ends a conflict, and saves. */
  saveMerged: (merged: EditedAsset) => Promise<void>;
  /** Shows the two versions, before anything is saved. */
  compare: () => void;
}

const isUnder = (path: string, field: string): boolean =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);

const noClashes: readonly Difference[] = [];

/** What both have changed while the person edits. */
function clashesOf(
  { value, base, isChanged, version }: Draft<EditedAsset>,
  { stored }: AssetRecord,
): readonly Difference[] {
  if (!isChanged || !value || !base || !stored || stored.version === version) return noClashes;
  return merge(base, stored.value, value).differences.filter(({ isConflict }) => isConflict);
}

/** Who else has changed an asset since a time, newest first. */
async function changersSince(id: string, since: string, me: string | null): Promise<string[]> {
  const { data } = await call('list_asset_activity', { id, limit: 50 });
  const others = data.filter(({ at, actor }) => at > since && actor.id !== me);
  return [...new Set(others.map(({ actor }) => actor.name))];
}

interface Options {
  id: string;
  record: AssetRecord;
  mayWrite: boolean;
}

export function useAssetDraft({ id, record, mayWrite }: Options): AssetDraft {
  const { t } = useWords();
  const me = useMe()?.id ?? null;
  const { asset, stored, again } = record;
  const edits = useDraft<EditedAsset>(mayWrite ? `assets/${id}` : null, stored, { isFollowing: true });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [by, setBy] = useState<readonly string[]>([]);
  const issues: readonly Issue[] = failure instanceof CallFailed ? failure.issues : [];

  const meet = async (theirs: EditedAsset): Promise<void> => {
    setBy(await changersSince(id, timeOf(edits.version), me).catch(() => []));
    edits.meet(storedAt({ updatedAt: new Date().toISOString() }, theirs));
  };
  const settle = (now: EditedAsset, sent: EditedAsset): void =>
    edits.settle(storedAt({ updatedAt: asset?.updatedAt ?? '' }, now), sent);
  /** Takes the edits back, and leaves what others have changed since. */
  const undo = async (before: EditedAsset, edited: EditedAsset, now: EditedAsset): Promise<void> => {
    const back = merge(edited, now, before).value;
    const { isConflict } = await saveAsset({ id, before: now, edited: back, onPart: () => undefined });
    await again();
    if (isConflict) throw new Error(t('asset:cantUndo'));
  };
  const send = async (before: EditedAsset, edited: EditedAsset): Promise<void> => {
    setBusy(true);
    setFailure(null);
    let isSignedOut = false;
    try {
      const { now, isConflict } = await saveAsset({ id, before, edited, onPart: settle });
      if (isConflict) await meet(now);
      else offerUndo(t('sharing:saved'), () => undo(before, edited, now), `asset ${id}`);
    } catch (error) {
      setFailure(error);
      isSignedOut = error instanceof CallFailed && error.status === 401;
    } finally {
      // Until then, what was read before the change would look like somebody else's. Who has just declined to sign in isn't asked again.
      if (!isSignedOut) await again();
      setBusy(false);
    }
  };
  return {
    edits,
    value: edits.value ?? stored?.value ?? null,
    busy,
    problem: failure === null ? null : wordsOf(failure),
    problemAt: (path) => issues.find((issue) => isUnder(issue.path, path))?.message ?? null,
    clashes: busy ? noClashes : clashesOf(edits, record),
    by,
    change: (part) => edits.change((before) => ({ ...before, ...part })),
    save: async () => {
      if (edits.base && edits.value && edits.isChanged) await send(edits.base, edits.value);
    },
    saveMerged: async (merged) => {
      const before = edits.conflict?.theirs.value ?? edits.base;
      edits.resolve(merged);
      if (before) await send(before, merged);
    },
    compare: () => {
      if (stored) void meet(stored.value);
    },
  };
}
