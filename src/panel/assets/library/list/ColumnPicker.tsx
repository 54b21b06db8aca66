'use client';
// Chooses the columns of the list, and their order.
import { useRef } from 'react';
import { IconButton } from '../../../ui/IconButton.tsx';
import { DownIcon, UpIcon } from '../../../ui/icons.tsx';
import { moveItem } from '../../../ui/move-item.ts';
import { Popover } from '../../../ui/overlays/Popover.tsx';
import { firstColumns, type Column } from './columns.tsx';
import { useWords } from '../../../words/useWords.ts';

interface Props {
  columns: readonly Column[];
  /** Keys in their order. */
  chosen: readonly string[];
  onChoose: (keys: readonly string[]) => void;
}

interface OptionProps {
  column: Column;
  /** Its place among those chosen; -1: it isn't. */
  at: number;
  count: number;
  onToggle: (on: boolean) => void;
  onMove: (to: number) => void;
}

function Option({ column, at, count, onToggle, onMove }: OptionProps) {
  const { t } = useWords();
  const row = useRef<HTMLLIElement>(null);
  const move = (to: number, button: string): void => {
    onMove(to);
    // The row has moved: the same button stays at hand, or the other one at an end.
    requestAnimationFrame(() => {
      const all = [...(row.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
      (all.find(({ name }) => name === button) ?? all[0])?.focus();
    });
  };
  return (
    <li ref={row} className="mq-columns__option">
      <label className="mq-option">
        <input type="checkbox" checked={at >= 0} onChange={({ target }) => onToggle(target.checked)} />
        <span className="mq-option__name">{column.label}</span>
      </label>
      {at >= 0 && (
        <>
          <IconButton
            name="up"
            label={t('ui:moveUp', { name: column.label })}
            disabled={at === 0}
            onClick={() => move(at - 1, 'up')}
          >
            <UpIcon />
          </IconButton>
          <IconButton
            name="down"
            label={t('library:moveColumnDown', { name: column.label })}
            disabled={at === count - 1}
            onClick={() => move(at + 1, 'down')}
          >
            <DownIcon />
          </IconButton>
        </>
      )}
    </li>
  );
}

export function ColumnPicker({ columns, chosen, onChoose }: Props) {
  const { t } = useWords();
  const shown = chosen.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const others = columns.filter(({ key }) => !chosen.includes(key));
  const keys = shown.map(({ key }) => key);
  return (
    <Popover label={t('library:columns')}>
      {() => (
        <>
          <ul className="mq-options" aria-label={t('library:columns')}>
            {[...shown, ...others].map((column) => (
              <Option
                key={column.key}
                column={column}
                at={keys.indexOf(column.key)}
                count={keys.length}
                onToggle={(on) =>
                  onChoose(on ? [...keys, column.key] : keys.filter((key) => key !== column.key))
                }
                onMove={(to) => onChoose(moveItem(keys, keys.indexOf(column.key), to))}
              />
            ))}
          </ul>
          <button type="button" className="mq-link" onClick={() => onChoose(firstColumns)}>
            {t('library:resetColumns')}
          </button>
        </>
      )}
    </Popover>
  );
}
