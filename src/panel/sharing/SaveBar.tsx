'use client';
// The bar at the bottom of a form with unsaved changes: the one Save of the screen.
import type { Saving } from '../client/useSaving.ts';
import './sharing.css';

interface Props {
  saving: Saving;
  onSave: () => void;
  onDiscard: () => void;
}

export function SaveBar({ saving, onSave, onDiscard }: Props) {
  return (
    <div className="mq-savebar" role="region" aria-label="Unsaved changes">
      <p className="mq-savebar__words" role={saving.problem ? 'alert' : undefined}>
        {saving.problem ?? 'Unsaved changes'}
      </p>
      <button type="button" className="mq-button" disabled={saving.busy} onClick={onDiscard}>
        Discard
      </button>
      <button type="button" className="mq-button mq-button--primary" disabled={saving.busy} onClick={onSave}>
        {saving.busy ? 'Saving…' : 'Save'}
      </button>
    </div>
  );
}
