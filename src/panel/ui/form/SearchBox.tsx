'use client';
// A search field.
import { SearchIcon } from '../icons.tsx';

interface Props {
  /** Its accessible name, and its placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Within a form, Enter would submit it. */
  isPartOfForm?: boolean;
}

export function SearchBox({ label, value, onChange, isPartOfForm = false }: Props) {
  return (
    <label className="mq-search">
      <SearchIcon />
      <span className="mq-sr-only">{label}</span>
      <input
        type="search"
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (isPartOfForm && event.key === 'Enter') event.preventDefault();
        }}
      />
    </label>
  );
}
