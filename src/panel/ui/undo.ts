'use client';
// Tells that something was changed, and offers to undo it.
import { toast } from '@payloadcms/ui';
import { wordsOf } from '../client/api.ts';
import { spoken } from '../client/spoken.ts';

/** Long enough to read it and reach the button. */
const shownMs = 10_000;

/** @param key messages with the same one replace each other. */
export function offerUndo(message: string, undo: () => Promise<void>, key?: string): void {
  toast.success(message, {
    duration: shownMs,
    ...(key === undefined ? {} : { id: key }),
    action: {
      label: spoken().t('ui:undo'),
      onClick: () => {
        undo().catch((error: unknown) => toast.error(wordsOf(error)));
      },
    },
  });
}
