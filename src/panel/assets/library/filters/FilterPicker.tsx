'use client';
// A filter of the library: its values with counts, of which several can be chosen.
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { SearchBox } from '../../../ui/form/SearchBox.tsx';
import { Popover } from '../../../ui/overlays/Popover.tsx';
import { endsOf, rangeOf, type Ends } from './day-range.ts';
import type { FilterOption, FilterPart } from './filter-part.ts';
import { ColorOptions } from './ColorOptions.tsx';
import { useWords } from '../../../words/useWords.ts';

/** From so many values on, they can be searched. */
const many = 9;

/**
 * The values to choose from. They stay while the person chooses several of them, although each choice changes what the results have.
 */
function useOptions({ options, chosen, load }: FilterPart): readonly FilterOption[] {
  const [steady, setSteady] = useState(load && chosen.length === 0 ? options : null);
  const onOpen = useEffectEvent((signal: AbortSignal): void => {
    if (!load || steady) return;
    load(signal).then(setSteady, () => undefined); // Until then, and without it, those of the results are shown.
  });
  useEffect(() => {
    const controller = new AbortController();
    onOpen(controller.signal);
    return () => {
      controller.abort();
    };
  }, []);
  const all = steady ?? options;
  const others = chosen.filter((value) => !all.some((option) => option.value === value));
  return [...others.map((value) => ({ value })), ...all];
}

interface DayInputsProps {
  range: string;
  /** Called with '' once both ends are empty. */
  onChange: (range: string) => void;
}

/** The first and the last day of a range. */
function DayInputs({ range, onChange }: DayInputsProps) {
  const { t } = useWords();
  const id = useId();
  const { from, to } = endsOf(range);
  const change = (days: Ends): void => onChange(days.from || days.to ? rangeOf(days.from, days.to) : '');
  return (
    <div className="mq-days">
      <label htmlFor={`${id}-from`}>{t('filters:firstDay')}</label>
      <input
        id={`${id}-from`}
        className="mq-input"
        type="date"
        value={from}
        max={to || undefined}
        onChange={({ target }) => change({ from: target.value, to })}
      />
      <label htmlFor={`${id}-to`}>{t('filters:lastDay')}</label>
      <input
        id={`${id}-to`}
        className="mq-input"
        type="date"
        value={to}
        min={from || undefined}
        onChange={({ target }) => change({ from, to: target.value })}
      />
    </div>
  );
}

interface OptionsProps {
  part: FilterPart;
  onChange: (values: string[]) => void;
}

function Options({ part, onChange }: OptionsProps) {
  const { t, number } = useWords();
  const id = useId();
  const { label, chosen, nameOf, single, days } = part;
  const options = useOptions(part);
  const [typed, setTyped] = useState('');
  const words = typed.trim().toLowerCase();
  const found = options.filter(({ value }) => nameOf(value).toLowerCase().includes(words));
  const toggle = (value: string, on: boolean): void => {
    if (single) onChange([value]);
    else onChange(on ? [...chosen, value] : chosen.filter((other) => other !== value));
  };
  return (
    <>
      {options.length >= many && (
        <SearchBox label={t('filters:searchIn', { filter: label })} value={typed} onChange={setTyped} />
      )}
      {found.length === 0 && <p className="mq-muted">{t('ui:noMatches')}</p>}
      <ul className="mq-options" aria-label={label}>
        {found.map(({ value, count }) => (
          <li key={value}>
            <label className="mq-option">
              <input
                type={single ? 'radio' : 'checkbox'}
                name={id}
                checked={chosen.includes(value)}
                onChange={(event) => toggle(value, event.target.checked)}
              />
              <span className="mq-option__name">{nameOf(value)}</span>{' '}
              {count !== undefined && <span className="mq-option__count">{number(count)}</span>}
            </label>
          </li>
        ))}
      </ul>
      {days && <DayInputs range={chosen[0] ?? ''} onChange={(range) => onChange(range ? [range] : [])} />}
      {chosen.length > 0 && (
        <button type="button" className="mq-link" onClick={() => onChange([])}>
          {t('ui:clear')}
        </button>
      )}
    </>
  );
}

export function FilterPicker({ part, onChange }: OptionsProps) {
  const { rich } = useWords();
  const { label, chosen } = part;
  return (
    <Popover
      label={label}
      mark={
        chosen.length > 0 && (
          <span className="mq-filter__chosen">
            {rich('filters:chosenCount', {
              count: chosen.length,
              hidden: (text) => <span className="mq-sr-only">{text}</span>,
            })}
          </span>
        )
      }
    >
      {() =>
        part.colors ? (
          <ColorOptions part={part} onChange={onChange} />
        ) : (
          <Options part={part} onChange={onChange} />
        )
      }
    </Popover>
  );
}
