'use client';
// A list of words as chips. Enter or a comma adds one, a pasted list adds several, Backspace in the empty input removes the last.
import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { CloseIcon } from '../icons.tsx';
import { useWords } from '../../words/useWords.ts';

const nounKeys = {
  tag: { add: 'ui:addTag', remove: 'ui:removeTag' },
  option: { add: 'ui:addOption', remove: 'ui:removeOption' },
  territory: { add: 'ui:addTerritory', remove: 'ui:removeTerritory' },
  channel: { add: 'ui:addChannel', remove: 'ui:removeChannel' },
  address: { add: 'ui:addAddress', remove: 'ui:removeAddress' },
} as const;

/** What the words are. */
export type Noun = keyof typeof nounKeys;

interface Props {
  id: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
  noun: Noun;
  placeholder?: string;
  readOnly?: boolean | undefined;
  maxLength?: number;
}

const clean = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Adds words without duplicates, ignoring case. The first spelling wins, as on the server. */
export function withAdded(values: readonly string[], words: readonly string[]): string[] {
  const next = [...values];
  for (const word of words.map(clean)) {
    const has = next.some((value) => value.toLowerCase() === word.toLowerCase());
    if (word !== '' && !has) next.push(word);
  }
  return next;
}

type ListProps = Pick<Props, 'values' | 'noun' | 'readOnly' | 'onChange'>;

function ChipList({ values, noun, readOnly, onChange }: ListProps) {
  const { t } = useWords();
  return (
    <ul className="mq-chips__list">
      {values.map((value) => (
        <li key={value} className="mq-chip">
          <span>{value}</span>
          {!readOnly && (
            <button
              type="button"
              aria-label={t(nounKeys[noun].remove, { value })}
              onClick={() => onChange(values.filter((other) => other !== value))}
            >
              <CloseIcon />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

export function Chips({ id, values, onChange, noun, placeholder, readOnly, maxLength = 100 }: Props) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');

  const add = (words: readonly string[]): void => {
    setTyped('');
    const next = withAdded(values, words);
    if (next.length !== values.length) onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === ',') {
      // Enter would submit the form.
      event.preventDefault();
      add(typed.split(','));
    } else if (event.key === 'Backspace' && typed === '' && values.length > 0) {
      onChange(values.slice(0, -1));
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const words = event.clipboardData.getData('text').split(/[,;\n\t]/);
    if (words.length < 2) return;
    event.preventDefault();
    add(words);
  };

  return (
    <div className={`mq-chips ${readOnly ? 'mq-chips--still' : ''}`}>
      {values.length > 0 && <ChipList values={values} noun={noun} readOnly={readOnly} onChange={onChange} />}
      {readOnly ? (
        values.length === 0 && <span className="mq-muted">{t('ui:none')}</span>
      ) : (
        <input
          id={id}
          type="text"
          value={typed}
          maxLength={maxLength}
          placeholder={placeholder ?? t(nounKeys[noun].add)}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => {
            if (typed.trim() !== '') add(typed.split(','));
          }}
        />
      )}
    </div>
  );
}
