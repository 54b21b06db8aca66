'use client';
// The checkbox that selects one entry of a list, for what is done to several.
import { useWords } from '../words/useWords.ts';

interface Props {
  className?: string;
  /** What the entry is called. */
  title: string;
  selected: boolean;
  /** `range`: with all up to the one that was selected before. */
  onSelect: (selected: boolean, range: boolean) => void;
}

export function SelectOne({ className, title, selected, onSelect }: Props) {
  const { t } = useWords();
  return (
    <label className={className}>
      <input
        type="checkbox"
        checked={selected}
        onChange={({ target, nativeEvent }) =>
          onSelect(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
      <span className="mq-sr-only">{t('ui:selectOne', { title })}</span>
    </label>
  );
}
