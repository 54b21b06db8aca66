'use client';
// A search field.
import { SearchIcon } from '../icons.tsx';

interface Props {
  /** Its accessible name, and its placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchBox({ label, value, onChange }: Props) {
  return (
    <label className="mq-search">
      <SearchIcon />
      <span className="mq-sr-only">{label}</span>
      <input
        type="search"
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
