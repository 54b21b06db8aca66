'use client';
// The end of a part that is saved for itself: what went wrong beside its fields, and its button.
import type { Saving } from '../client/useSaving.ts';

interface Props {
  label: string;
  saving: Saving;
  /** False: there is nothing to save. */
  changed: boolean;
  onSave: () => Promise<void>;
}

export function SaveFoot({ label, saving, changed, onSave }: Props) {
  return (
    <>
      {saving.problem && (
        <p className="mq-problem" role="alert">
          {saving.problem}
        </p>
      )}
      <button
        type="button"
        className="mq-button mq-button--small"
        disabled={!changed || saving.busy}
        onClick={() => void saving.save(onSave)}
      >
        {label}
      </button>
    </>
  );
}
