'use client';
// Opens and closes the details of a person or group in a list.
import { useWords } from '../words/useWords.ts';

interface Props {
  /** Names what is changed, to tell the buttons of a list apart. */
  what: string;
  open: boolean;
  onToggle: () => void;
}

export function ChangeButton({ what, open, onToggle }: Props) {
  const { t } = useWords();
  return (
    <button
      type="button"
      className="mq-button mq-button--small"
      aria-expanded={open}
      aria-label={t(open ? 'ui:closeNamed' : 'ui:changeNamed', { what })}
      onClick={onToggle}
    >
      {t(open ? 'ui:close' : 'ui:change')}
    </button>
  );
}
