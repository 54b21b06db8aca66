'use client';
// Tells that something was changed, and offers to undo it.
import { toast } from '@payloadcms/ui';
import { wordsOf } from '../client/api.ts';
import { spoken } from '../client/spoken.ts';

/** Long enough to read it and reach the button. */
const shownMs = 10_000;
/** Where there is more to choose from. */
const shownLongerMs = 20_000;

interface Others {
  /** A second way, which lets the person choose what is undone. */
  some: { label: string; choose: () => void };
  /** The message is gone, undone or not. */
  onGone: () => void;
}

/**
 * @param key messages with the same one replace each other.
 * @param others where a part of it can be undone too
 */
export function offerUndo(message: string, undo: () => Promise<void>, key?: string, others?: Others): void {
  toast.success(message, {
    duration: others ? shownLongerMs : shownMs,
    ...(key === undefined ? {} : { id: key }),
    action: {
      label: spoken().t('ui:undo'),
      onClick: (event) => {
        // Gives the focus back at once to where it was. The list of messages does that itself only when it loses the focus or is gone,
        // and so would take it from what the person went on to.
        event.currentTarget.blur();
        undo().catch((error: unknown) => toast.error(wordsOf(error)));
      },
    },
    ...(others && {
      cancel: { label: others.some.label, onClick: others.some.choose },
      onAutoClose: others.onGone,
      onDismiss: others.onGone,
    }),
  });
}
