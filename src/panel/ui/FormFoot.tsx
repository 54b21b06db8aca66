'use client';
// The end of a form that can be closed without sending it.

interface Props {
  /** What the form does, on its button. */
  action: string;
  disabled: boolean;
  onCancel: () => void;
}

export function FormFoot({ action, disabled, onCancel }: Props) {
  return (
    <div className="mq-row">
      <button type="submit" className="mq-button mq-button--primary mq-button--small" disabled={disabled}>
        {action}
      </button>
      <button type="button" className="mq-link" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
