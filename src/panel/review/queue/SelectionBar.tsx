'use client';
// Accepts or rejects the selected proposals together.
import { useState } from 'react';
import { RejectDialog } from '../decisions/RejectDialog.tsx';

interface Props {
  count: number;
  busy: boolean;
  onAccept: () => void;
  onReject: (note: string | null) => void;
  onClear: () => void;
}

export function SelectionBar({ count, busy, onAccept, onReject, onClear }: Props) {
  const [rejecting, setRejecting] = useState(false);
  if (rejecting)
    return (
      <RejectDialog
        count={count}
        busy={busy}
        onReject={(note) => {
          setRejecting(false);
          onReject(note);
        }}
        onClose={() => setRejecting(false)}
      />
    );
  return (
    <div className="mq-selection" role="region" aria-label="Selected">
      <strong>{count} selected</strong>
      <button
        type="button"
        className="mq-button mq-button--primary mq-button--small"
        disabled={busy}
        onClick={onAccept}
      >
        Accept {count}
      </button>
      <button
        type="button"
        className="mq-button mq-button--stop mq-button--small"
        disabled={busy}
        onClick={() => setRejecting(true)}
      >
        Reject {count}
      </button>
      <button type="button" className="mq-link" onClick={onClear}>
        Clear
      </button>
    </div>
  );
}
