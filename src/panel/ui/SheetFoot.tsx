// The end of a form in a sheet: saving, going back, and what stands apart at the other end.
import type { ReactNode } from 'react';

interface Props {
  /** What the form does, on its button. */
  action: string;
  busy: boolean;
  onClose: () => void;
  children?: ReactNode;
}

export function SheetFoot({ action, busy, onClose, children }: Props) {
  return (
    <div className="mq-row mq-form__foot">
      <button type="submit" className="mq-button mq-button--primary" disabled={busy}>
        {action}
      </button>
      <button type="button" className="mq-link" onClick={onClose}>
        Cancel
      </button>
      {children}
    </div>
  );
}
