'use client';
// Undoes a change of many assets, of all or of some of them.
import { toast } from '@payloadcms/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { spoken } from '../../../client/spoken.ts';
import { offerUndo } from '../../../ui/undo.ts';
import { nameOf } from '../../name-of.ts';
import { undoChanges } from './change-assets.ts';
import type { Back } from './undo-change.ts';

/** Only the last change is offered. */
const key = 'bulk-undo';

export interface BulkUndo {
  /** @param said what was done; by default, how many assets were changed */
  offer: (backs: readonly Back[], said?: string) => void;
  /** What the person chooses from; null: they aren't choosing. */
  choosing: readonly Back[] | null;
  close: () => void;
  undo: (backs: readonly Back[]) => Promise<void>;
}

/** @param onUndone called after some were undone */
export function useBulkUndo(onUndone: () => void): BulkUndo {
  const [choosing, setChoosing] = useState<readonly Back[] | null>(null);
  const offered = useRef<{ backs: readonly Back[]; message: string }>({ backs: [], message: '' });

  const undo = async (backs: readonly Back[]): Promise<void> => {
    const refused = await undoChanges(backs);
    const { t } = spoken();
    for (const { asset, why } of refused) toast.error(t('library:failedNamed', { name: nameOf(asset), why }));
    const undone = backs.length - refused.length;
    if (undone > 0) toast.success(t('bulk:undone', { count: undone }));
    onUndone();
  };
  const offer = (backs: readonly Back[], said?: string): void => {
    const message = said ?? spoken().t('bulk:changed', { count: backs.length });
    offered.current = { backs, message };
    if (backs.length < 2) offerUndo(message, () => undo(backs), key);
    else
      offerUndo(message, () => undo(backs), key, {
        some: { label: spoken().t('bulk:undoSome'), choose: () => setChoosing(backs) },
        onGone: () => {
          offered.current = { backs: [], message: '' };
        },
      });
  };
  /** The assets are chosen in this view. Where it isn't shown any more, everything can still be undone at once. */
  const onLeave = useEffectEvent(() => {
    const { backs, message } = offered.current;
    if (backs.length > 1) offerUndo(message, () => undo(backs), key);
  });
  useEffect(() => () => onLeave(), []);
  return { offer, choosing, close: () => setChoosing(null), undo };
}
