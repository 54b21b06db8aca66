'use client';
// Opens and closes the details of a person or group in a list.

interface Props {
  /** Names what is changed, to tell the buttons of a list apart. */
  what: string;
  open: boolean;
  onToggle: () => void;
}

export function ChangeButton({ what, open, onToggle }: Props) {
  const action = open ? 'Close' : 'Change';
  return (
    <button
      type="button"
      className="mq-button mq-button--small"
      aria-expanded={open}
      aria-label={`${action} ${what}`}
      onClick={onToggle}
    >
      {action}
    </button>
  );
}
