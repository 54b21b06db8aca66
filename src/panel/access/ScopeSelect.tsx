'use client';
import type { Scope } from '../../core/access/ladder.ts';
import { scopeKeys, scopes } from './access-words.ts';
import { useWords } from '../words/useWords.ts';

interface Props {
  id?: string;
  className: 'mq-facet' | 'mq-input';
  /** The accessible name, where no label names it. */
  label?: string;
  scope: Scope;
  disabled?: boolean;
  onChange: (scope: Scope) => void;
}

export function ScopeSelect({ id, className, label, scope, disabled, onChange }: Props) {
  const { t } = useWords();
  return (
    <select
      id={id}
      className={className}
      aria-label={label}
      value={scope}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value as Scope)}
    >
      {scopes.map((one) => (
        <option key={one} value={one}>
          {t(scopeKeys[one])}
        </option>
      ))}
    </select>
  );
}
