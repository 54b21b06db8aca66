// A small select among the filters and in rows.
import { Options } from './inputs.tsx';

export interface Choice {
  value: string;
  label: string;
}

interface Props {
  /** Its accessible name. */
  label: string;
  value: string;
  choices: readonly Choice[];
  /** The label of the empty value; left out if there is none. */
  none?: string;
  wide?: boolean;
  onChange: (value: string) => void;
}

export function FacetSelect({ label, value, choices, none, wide = false, onChange }: Props) {
  return (
    <select
      className={`mq-facet ${wide ? 'mq-facet--wide' : ''}`}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <Options none={none} options={choices} />
    </select>
  );
}
