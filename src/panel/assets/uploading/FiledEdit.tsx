'use client';
// Edits the assets that uploads have just become.
import type { Asset } from '../../../assets/schemas.ts';
import { useMe } from '../../client/me.tsx';
import { useFields } from '../../client/useFields.ts';
import { AssetsEdit } from '../library/edit/AssetsEdit.tsx';
import { UndoSome } from '../library/edit/UndoSome.tsx';
import { useBulkUndo } from '../library/edit/useBulkUndo.ts';

interface Props {
  assets: Asset[];
  /** False: the form is closed; what it changed can still be undone. */
  open: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** Lists follow the change by its events. */
const followed = (): void => undefined;

export function FiledEdit({ assets, open, onChanged, onClose }: Props) {
  const { fields } = useFields(useMe()?.workspace?.id ?? null);
  const { offer, choosing, close, undo } = useBulkUndo(followed);
  if (!fields) return null;
  return (
    <>
      {open && (
        <AssetsEdit
          assets={assets}
          fields={fields}
          onChanged={(_, backs) => {
            if (backs.length === 0) return;
            offer(backs);
            onChanged();
          }}
          onClose={onClose}
        />
      )}
      {choosing && <UndoSome backs={choosing} onUndo={undo} onClose={close} />}
    </>
  );
}
