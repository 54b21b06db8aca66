'use client';
// The asset of the edit view, with the person's permissions, and changes that don't wait for Save (suggestions, reviews).
// They are merged into the form without touching unsaved edits.
import { toast, useDocumentInfo, useForm, useFormProcessing } from '@payloadcms/ui';
import { useCallback, useState } from 'react';
import type { Asset, AssetPatch, Rights, Status } from '../../../../assets/schemas.ts';
import { wordsOf } from '../../../client/api.ts';
import { call } from '../../../client/operations.ts';
import { asOwnChange } from '../../../client/own-changes.tsx';
import { rebase } from '../../../client/rebase.ts';
import { offerUndo } from '../../../ui/undo.ts';
import { useLatest } from '../../../ui/useLatest.ts';
import { useWords } from '../../../words/useWords.ts';

/** The document as Payload stores it. */
export interface StoredAsset {
  id: string;
  workspace: string | { id: string };
  filename: string;
  mimeType: string;
  filesize: number;
  width: number | null;
  height: number | null;
  sha256: string;
  status: Status;
  reviewNote: string | null;
  proposedBy: string | null;
  tags: string[] | null;
  fields: Asset['fields'] | null;
  metadata: Asset['metadata'] | null;
  proposedTags: string[] | null;
  proposedFields: Asset['proposedFields'] | null;
  rights: Rights | null;
  origin: Asset['origin'];
  c2pa: Asset['c2pa'];
  deletedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** The form fields that a patch can change. */
const shown = [
  'status',
  'reviewNote',
  'tags',
  'fields',
  'metadata',
  'rights',
  'proposedTags',
  'proposedFields',
] as const;

/** @param document of any collection that belongs to a workspace. */
export function workspaceOf(document: Pick<StoredAsset, 'workspace'> | null): string | null {
  if (!document?.workspace) return null;
  return typeof document.workspace === 'string' ? document.workspace : document.workspace.id;
}

export interface AssetForm {
  /** Null while creating a new one. */
  asset: StoredAsset | null;
  mayWrite: boolean;
  mayApprove: boolean;
  /** Also while it's saved: the form's new state, which comes last, would put back what was changed meanwhile. */
  busy: boolean;
  /**
   * Changes the asset right away. Shows errors; resolves to whether it worked.
   *
   * @param done what is said then
   * @param undo what takes it back, offered with it
   */
  patch: (change: AssetPatch, done?: string, undo?: AssetPatch) => Promise<boolean>;
}

export function useAssetForm(): AssetForm {
  const { id, data, setData, docPermissions, hasSavePermission, isTrashed } = useDocumentInfo();
  const { dispatchFields, getField } = useForm();
  const { t } = useWords();
  const [changing, setChanging] = useState(false);
  const saving = useFormProcessing();
  const stored = id && data ? ({ ...data, id: String(id) } as unknown as StoredAsset) : null;

  // Only people who can approve may edit the review note (collections/assets.ts), so its permission tells who can approve.
  const onFields: unknown = docPermissions && 'fields' in docPermissions ? docPermissions.fields : null;
  const onNote =
    typeof onFields === 'object' && onFields ? (onFields as Record<string, unknown>).reviewNote : onFields;
  const mayApprove =
    onNote === true ||
    (typeof onNote === 'object' && onNote !== null && 'update' in onNote && Boolean(onNote.update));

  /** Makes a change, and shows the error if it fails. @returns its status then; null if it failed */
  const write = useCallback(
    async (change: AssetPatch): Promise<Status | null> => {
      if (!data || !id) return null;
      setChanging(true);
      try {
        return await asOwnChange(async () => {
          const { data: asset } = await call('update_asset', { id: String(id), body: change });
          for (const path of shown) {
            const value = rebase(data[path], asset[path], getField(path)?.value);
            dispatchFields({ type: 'UPDATE', path, value, initialValue: asset[path], valid: true });
          }
          const fresh = Object.fromEntries(shown.map((path) => [path, asset[path]]));
          setData({ ...data, ...fresh, updatedAt: asset.updatedAt });
          return asset.status;
        });
      } catch (error) {
        toast.error(wordsOf(error));
        return null;
      } finally {
        setChanging(false);
      }
    },
    [data, id, setData, dispatchFields, getField],
  );
  // Undo comes later, when the form has other values.
  const latest = useLatest(write);
  const patch = useCallback(
    async (change: AssetPatch, done?: string, undo?: AssetPatch): Promise<boolean> => {
      const status = await write(change);
      if (status === null) return false;
      // Where review has stages, approving may be one decision of several.
      const isDone = change.status === undefined || change.status === status;
      if (done && isDone && undo) offerUndo(done, async () => void (await latest.current(undo)));
      else if (done) toast.success(isDone ? done : t('asset:acceptedInStage'));
      return true;
    },
    [write, latest, t],
  );

  const mayWrite = Boolean(hasSavePermission) && !isTrashed;
  return { asset: stored, mayWrite, mayApprove: mayWrite && mayApprove, busy: changing || saving, patch };
}
