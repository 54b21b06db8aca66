'use client';
// The colors that the library can be searched for: some to choose from, and any other.
import { useId, useState } from 'react';
import { ColorPart } from '../../../ui/form/inputs.tsx';
import { useWords } from '../../../words/useWords.ts';
import { colorIn } from '../../swatches.ts';
import type { FilterPart } from './filter-part.ts';
import '../../swatches.css';

interface Props {
  part: FilterPart;
  onChange: (values: string[]) => void;
}

/** Colors by name, of which one is chosen. */
function Swatches({ part: { label, chosen, options, nameOf }, onChange }: Props) {
  const name = useId();
  return (
    <ul className="mq-swatches" aria-label={label}>
      {options.map(({ value }) => (
        <li key={value}>
          <label title={nameOf(value)}>
            <input
              type="radio"
              name={name}
              aria-label={nameOf(value)}
              checked={chosen.includes(value)}
              onChange={() => onChange([value])}
            />
            <span className="mq-swatch" style={{ background: `#${value}` }} />
          </label>
        </li>
      ))}
    </ul>
  );
}

export function ColorOptions({ part, onChange }: Props) {
  const { t } = useWords();
  const id = useId();
  const [now = ''] = part.chosen;
  const [typed, setTyped] = useState(now === '' ? '' : `#${now}`);
  const [problem, setProblem] = useState<string | null>(null);
  const find = (): void => {
    const color = colorIn(typed);
    setProblem(color ? null : t('filters:hexDigits'));
    if (color) onChange([color]);
  };
  return (
    <>
      <Swatches
        part={part}
        onChange={(values) => {
          setTyped(`#${values[0] ?? ''}`);
          setProblem(null);
          onChange(values);
        }}
      />
      <form
        className="mq-color-form"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          find();
        }}
      >
        <ColorPart
          id={`${id}-hex`}
          label={t('filters:anyColor')}
          value={typed}
          placeholder="#e4003a"
          problem={problem}
          onChange={setTyped}
        />
        <button type="submit" className="mq-button">
          {t('filters:findColor')}
        </button>
      </form>
      {now !== '' && (
        <button type="button" className="mq-link" onClick={() => onChange([])}>
          {t('ui:clear')}
        </button>
      )}
    </>
  );
}
