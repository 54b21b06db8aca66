'use client';
// A list of words in a table's cell.
import type { DefaultCellComponentProps } from 'payload';
import { useWords } from '../../words/useWords.ts';

const shown = 4;

export function TagsCell({ cellData }: DefaultCellComponentProps) {
  const { t } = useWords();
  const words = Array.isArray(cellData) ? (cellData as string[]) : [];
  if (words.length === 0) return <span className="mq-muted">{t('ui:none')}</span>;
  return (
    <span>
      {words.slice(0, shown).join(', ')}
      {words.length > shown && (
        <span className="mq-muted"> {t('ui:andMore', { count: words.length - shown })}</span>
      )}
    </span>
  );
}
