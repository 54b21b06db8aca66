'use client';
// What the editors of lists of records share: the frame, the head of an entry with its place, chips, and the form for a new entry.
import { useId, useState, type ReactNode } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';
import { DownIcon, UpIcon } from '../../ui/icons.tsx';
import { moveItem } from '../../ui/move-item.ts';
import { RemoveButton } from '../../ui/RemoveButton.tsx';
import { useWords } from '../../words/useWords.ts';

interface OwnPartFrameProps<Item> {
  label: string;
  hint: ReactNode;
  problem: string | undefined;
  items: readonly Item[];
  onChange: (items: Item[]) => void;
  children: [
    entries: (move: (from: number, to: number) => void, remove: (at: number) => void) => ReactNode,
    add: ReactNode,
  ];
}

export function OwnPart<Item>({ label, hint, problem, items, onChange, children }: OwnPartFrameProps<Item>) {
  const [entries, add] = children;
  const id = useId();
  return (
    <div className={`mq-field ${problem ? 'mq-field--wrong' : ''}`} role="group" aria-labelledby={id}>
      <span className="mq-label" id={id}>
        {label}
      </span>
      {items.length > 0 && (
        <ol className="mq-entries">
          {entries(
            (from, to) => onChange(moveItem(items, from, to)),
            (at) => onChange(items.filter((_, index) => index !== at)),
          )}
        </ol>
      )}
      {add}
      {problem && (
        <p className="mq-problem" role="alert">
          {problem}
        </p>
      )}
      <p className="mq-hint">{hint}</p>
    </div>
  );
}

interface EntryHeadProps {
  name: string;
  at: number;
  total: number;
  onMove: (to: number) => void;
  onRemove: () => void;
  children: ReactNode;
}

export function EntryHead({ name, at, total, onMove, onRemove, children }: EntryHeadProps) {
  const { t } = useWords();
  return (
    <div className="mq-entry__head">
      <span className="mq-entry__number" aria-hidden="true">
        {at + 1}
      </span>
      {children}
      <span className="mq-entry__tools">
        <IconButton label={t('stages:moveUp', { name })} disabled={at === 0} onClick={() => onMove(at - 1)}>
          <UpIcon />
        </IconButton>
        <IconButton
          label={t('stages:moveDown', { name })}
          disabled={at === total - 1}
          onClick={() => onMove(at + 1)}
        >
          <DownIcon />
        </IconButton>
        <RemoveButton label={t('settings:removeNamed', { label: name })} onRemove={onRemove} />
      </span>
    </div>
  );
}

interface ChipsProps {
  label: string;
  chosen: readonly string[];
  /** Labels by value. */
  options: ReadonlyMap<string, string>;
  /** What a value is called that is none of the options. */
  missing: string;
  add: string;
  onChange: (chosen: string[]) => void;
}

/** Values out of a list, in the order they were added. */
export function Chips({ label, chosen, options, missing, add, onChange }: ChipsProps) {
  const { t } = useWords();
  const id = useId();
  const left = [...options].filter(([value]) => !chosen.includes(value));
  return (
    <div className="mq-field">
      <label htmlFor={id}>{label}</label>
      <span className="mq-entry__chips">
        {chosen.map((value) => {
          const name = options.get(value) ?? missing;
          return (
            <span key={value} className="mq-entry__chip">
              {name}
              <RemoveButton
                label={t('settings:removeNamed', { label: name })}
                onRemove={() => onChange(chosen.filter((one) => one !== value))}
              />
            </span>
          );
        })}
      </span>
      <select
        id={id}
        className="mq-input"
        value=""
        disabled={left.length === 0}
        onChange={({ target }) => onChange([...chosen, target.value])}
      >
        <option value="">{add}</option>
        {left.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Not a form: it's inside the setting's. */
export function NewEntry({
  label,
  add,
  onAdd,
}: {
  label: string;
  add: string;
  onAdd: (name: string) => void;
}) {
  const [name, setName] = useState('');
  const id = useId();
  const submit = (): void => {
    if (name.trim() === '') return;
    onAdd(name.trim());
    setName('');
  };
  return (
    <div className="mq-row mq-entry__new">
      <label className="mq-sr-only" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="mq-input"
        value={name}
        maxLength={80}
        placeholder={label}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          submit();
        }}
      />
      <button
        type="button"
        className="mq-button mq-button--small"
        disabled={name.trim() === ''}
        onClick={submit}
      >
        {add}
      </button>
    </div>
  );
}
