'use client';
// The colors that the library can be searched for: some to choose from, and any other.
import { useId, useState } from 'react';
import { ColorPart } from '../../../ui/form/inputs.tsx';
import { useWords } from '../../../words/useWords.ts';
import { hueIn } from '../../hues.ts';
import type { FilterPart } from './filter-part.ts';
import '../../hues.css';

interface Props {
  part: FilterPart;
  onChange: (values: string[]) => void;
}

/** Colors by name, of which one is chosen. */
function Hues({ part: { label, chosen, options, nameOf }, onChange }: Props) {
  const name = useId();
  return (
    <ul className="mq-hues" aria-label={label}>
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
            <span className="mq-hue" style={{ background: `#${value}` }} />
          </label>
        </li>
      ))}
    </ul>
  );
}

export function HueOptions({ part, onChange }: Props) {
  const { t } = useWords();
  const id = useId();
  const [now = ''] = part.chosen;
  const [typed, setTyped] = useState(now === '' ? '' : `#${now}`);
  const [problem, setProblem] = useState<string | null>(null);
  const find = (): void => {
    const hue = hueIn(typed);
    setProblem(hue ? null : t('filters:hexDigits'));
    if (hue) onChange([hue]);
  };
  return (
    <>
      <Hues
        part={part}
        onChange={(values) => {
          setTyped(`#${values[0] ?? ''}`);
          setProblem(null);
          onChange(values);
        }}
      />
      <form
        className="mq-hue-form"
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
