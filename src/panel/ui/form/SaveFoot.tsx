'use client';
// The footer of a part with its own save button: the error that belongs to no field, and the button.
import type { Saving } from '../../client/useSaving.ts';

interface Props {
  label: string;
  saving: Saving;
  /** False: nothing to save. */
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
