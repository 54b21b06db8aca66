'use client';
// An ordered multi-select.
import type { ReactNode } from 'react';
import { Frame } from './form/inputs.tsx';
import { moveItem } from './move-item.ts';
import { IconButton } from './IconButton.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import { useWords } from '../words/useWords.ts';
import './picks.css';

export interface Choice {
  value: string;
  name: string;
  /** The option's label; defaults to the name. */
  label?: string;
  /** Shown before the name of a selected item. */
  mark?: ReactNode;
  /** Why it can't be selected. An already selected item stays, with this note. */
  unavailable?: string | null;
}

const addKeys = {
  rule: 'ui:addRule',
  brand: 'ui:addBrand',
  collection: 'ui:addCollection',
} as const;

interface Props {
  id: string;
  label: string;
  /** What is chosen. */
  noun: keyof typeof addKeys;
  choices: readonly Choice[];
  chosen: readonly string[];
  hint?: ReactNode;
  problem?: string | null | undefined;
  onChange: (chosen: string[]) => void;
}

interface ChosenProps {
  /** Undefined: missing among the choices. */
  choice: Choice | undefined;
  value: string;
  first: boolean;
  onUp: () => void;
  onRemove: () => void;
}

function Chosen({ choice, value, first, onUp, onRemove }: ChosenProps) {
  const { t } = useWords();
  const unavailable = choice ? choice.unavailable : true;
  const name = choice?.name ?? value;
  return (
    <li className={unavailable ? 'mq-chosen--missing' : ''}>
      {choice?.mark}
      <span className="mq-chosen__name">
        {unavailable === true ? t('ui:missing', { name }) : unavailable ? `${name}: ${unavailable}` : name}
      </span>
      <IconButton label={t('ui:moveUp', { name })} disabled={first} onClick={onUp}>
        ↑
      </IconButton>
      <RemoveButton label={t('ui:removeOne', { name })} onRemove={onRemove} />
    </li>
  );
}

/** @param choices selected values that aren't among them are shown as missing. */
export function ChosenPart({ id, label, noun, choices, chosen, hint, problem, onChange }: Props) {
  const { t } = useWords();
  const byValue = new Map(choices.map((choice) => [choice.value, choice]));
  return (
    <Frame id={id} label={label} hint={hint} problem={problem}>
      {chosen.length > 0 && (
        <ul className="mq-chosen">
          {chosen.map((value, index) => (
            <Chosen
              key={value}
              choice={byValue.get(value)}
              value={value}
              first={index === 0}
              onUp={() => onChange(moveItem(chosen, index, index - 1))}
              onRemove={() => onChange(chosen.filter((one) => one !== value))}
            />
          ))}
        </ul>
      )}
      <select
        id={id}
        className="mq-input"
        value=""
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => {
          if (event.target.value) onChange([...chosen, event.target.value]);
        }}
      >
        <option value="">{t(addKeys[noun])}</option>
        {choices
          .filter(({ value, unavailable }) => !unavailable && !chosen.includes(value))
          .map(({ value, name, label: offered }) => (
            <option key={value} value={value}>
              {offered ?? name}
            </option>
          ))}
      </select>
    </Frame>
  );
}
