'use client';
// What an event says was changed of an asset: its properties by name, and in a disclosure what they said before and after.
import { useWords } from '../../../words/useWords.ts';
import { useAssetWords } from '../form/useAssetWords.tsx';
import { changesIn } from './asset-changes.ts';

interface Props {
  /** Of the event. */
  detail: Readonly<Record<string, unknown>>;
  /** Whose fields it has; null: unknown. */
  workspaceId: string | null;
}

export function AssetChanges({ detail, workspaceId }: Props) {
  const { t, list } = useWords();
  const { labelOf, show } = useAssetWords(workspaceId, true);
  const changes = changesIn(detail);
  if (changes.length === 0) return null;
  const textOf = (value: unknown): string =>
    typeof value === 'boolean' ? t(value ? 'ui:yes' : 'ui:no') : String(value);
  const names = list([...new Set(changes.map(({ path }) => labelOf(path)))]);
  const told = changes.filter(({ removed, added }) => removed.length + added.length > 0);
  if (told.length === 0) return <p className="mq-muted">{names}</p>;
  return (
    <details>
      <summary>{names}</summary>
      <dl className="mq-facts">
        {told.map(({ path, removed, added }) => (
          <div key={path}>
            <dt>{labelOf(path)}</dt>
            <dd className="mq-event__values">
              {removed.map((value) => (
                <del key={String(value)}>{show(value, path) ?? textOf(value)}</del>
              ))}
              {added.map((value) => (
                <ins key={String(value)}>{show(value, path) ?? textOf(value)}</ins>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
