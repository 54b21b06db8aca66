'use client';
// A filter of the library: its values with counts, of which several can be chosen.
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { SearchBox } from '../../../ui/form/SearchBox.tsx';
import { Popover } from '../../../ui/overlays/Popover.tsx';
import type { FilterOption, FilterPart } from './filter-part.ts';
import { ColorOptions } from './ColorOptions.tsx';
import { RangeInputs } from './RangeInputs.tsx';
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

interface OptionsProps {
  part: FilterPart;
  onChange: (values: string[]) => void;
}

function Options({ part, onChange }: OptionsProps) {
  const { t, number } = useWords();
  const id = useId();
  const { label, chosen, nameOf, single, range } = part;
  const options = useOptions(part);
  const wordsOf = ({ value, name }: FilterOption): string => name ?? nameOf(value);
  const [typed, setTyped] = useState('');
  const words = typed.trim().toLowerCase();
  const found = options.filter((option) => wordsOf(option).toLowerCase().includes(words));
  const toggle = (value: string, on: boolean): void => {
    if (single) onChange([value]);
    else onChange(on ? [...chosen, value] : chosen.filter((other) => other !== value));
  };
  return (
    <>
      {options.length >= many && (
        <SearchBox label={t('filters:searchIn', { filter: label })} value={typed} onChange={setTyped} />
      )}
      {found.length === 0 && !range && <p className="mq-muted">{t('ui:noMatches')}</p>}
      <ul className="mq-options" aria-label={label} hidden={found.length === 0}>
        {found.map(({ value, name, count }) => (
          <li key={value}>
            <label className="mq-option">
              <input
                type={single ? 'radio' : 'checkbox'}
                name={id}
                checked={chosen.includes(value)}
                onChange={(event) => toggle(value, event.target.checked)}
              />
              <span className="mq-option__name">{name ?? nameOf(value)}</span>{' '}
              {count !== undefined && <span className="mq-option__count">{number(count)}</span>}
            </label>
          </li>
        ))}
      </ul>
      {range && (
        <RangeInputs kind={range} range={chosen[0] ?? ''} onChange={(next) => onChange(next ? [next] : [])} />
      )}
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
