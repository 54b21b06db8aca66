// A list of words in a table's cell.
import type { DefaultCellComponentProps } from 'payload';

const shown = 4;

export function TagsCell({ cellData }: DefaultCellComponentProps) {
  const words = Array.isArray(cellData) ? (cellData as string[]) : [];
  if (words.length === 0) return <span className="mq-muted">None</span>;
  return (
    <span>
      {words.slice(0, shown).join(', ')}
      {words.length > shown && <span className="mq-muted"> and {words.length - shown} more</span>}
    </span>
  );
}
