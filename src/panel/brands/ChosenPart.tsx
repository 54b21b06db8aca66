'use client';
// Choosing several of what is offered, in an order.
import type { ReactNode } from 'react';
import { CloseIcon } from '../ui/icons.tsx';
import { Frame } from '../ui/inputs.tsx';

export interface Choice {
  value: string;
  name: string;
  /** In the list of what is offered; the name where left out. */
  label?: string;
  /** Drawn before the name of a chosen one. */
  mark?: ReactNode;
  /** Why it isn't offered; a chosen one stays, and says so. */
  amiss?: string | null;
}

interface Props {
  id: string;
  label: string;
  /** What one of them is called: "rule". */
  noun: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  hint?: ReactNode;
  problem?: string | null | undefined;
  onChange: (chosen: string[]) => void;
}

/** @param choices a chosen value that none of them has is shown as missing. */
export function ChosenPart({ id, label, noun, choices, chosen, hint, problem, onChange }: Props) {
  const byValue = new Map(choices.map((choice) => [choice.value, choice]));
  const moved = (from: number, to: number): string[] => {
    const next = [...chosen];
    const [one] = next.splice(from, 1);
    if (one !== undefined) next.splice(to, 0, one);
    return next;
  };
  return (
    <Frame id={id} label={label} hint={hint} problem={problem}>
      {chosen.length > 0 && (
        <ul className="mq-chosen">
          {chosen.map((value, index) => {
            const choice = byValue.get(value);
            const amiss = choice ? choice.amiss : 'not there';
            const name = choice?.name ?? value;
            return (
              <li key={value} className={amiss ? 'mq-chosen--missing' : ''}>
                {choice?.mark}
                <span className="mq-chosen__name">{amiss ? `${name}: ${amiss}` : name}</span>
                <button
                  type="button"
                  className="mq-icon-button"
                  aria-label={`Move ${name} up`}
                  disabled={index === 0}
                  onClick={() => {
                    onChange(moved(index, index - 1));
                  }}
                >
                  ↑
                </button>
                <button
                  type="button"
                  className="mq-icon-button"
                  aria-label={`Take away ${name}`}
                  onClick={() => {
                    onChange(chosen.filter((one) => one !== value));
                  }}
                >
                  <CloseIcon />
                </button>
              </li>
            );
          })}
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
        <option value="">Add a {noun}…</option>
        {choices
          .filter(({ value, amiss }) => !amiss && !chosen.includes(value))
          .map(({ value, name, label: offered }) => (
            <option key={value} value={value}>
              {offered ?? name}
            </option>
          ))}
      </select>
    </Frame>
  );
}
