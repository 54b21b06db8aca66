'use client';
// Labelled inputs for parts of a json field.
import type { ReactNode } from 'react';

interface FrameProps {
  id: string;
  label: string;
  required?: boolean | undefined;
  hint?: ReactNode;
  problem?: string | null | undefined;
  children: ReactNode;
}

/** A label over an input, what helps below it, and what is wrong with it. */
export function Frame({ id, label, required, hint, problem, children }: FrameProps) {
  return (
    <div className={`mq-field ${problem ? 'mq-field--wrong' : ''}`}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className="mq-required" aria-hidden="true">
            *
          </span>
        )}
        {required && <span className="mq-sr-only"> (required)</span>}
      </label>
      {children}
      {problem && (
        <p className="mq-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {hint && <p className="mq-hint">{hint}</p>}
    </div>
  );
}

interface TextProps {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** `secret`: typed unseen, and never filled in by the browser. */
  type?: 'text' | 'date' | 'number' | 'lines' | 'secret';
  readOnly?: boolean | undefined;
  required?: boolean | undefined;
  placeholder?: string | undefined;
  hint?: ReactNode;
  problem?: string | null | undefined;
  maxLength?: number;
}

export function TextPart(props: TextProps) {
  const {
    id,
    label,
    value,
    onChange,
    type = 'text',
    readOnly,
    required,
    placeholder,
    hint,
    problem,
    maxLength,
  } = props;
  const common = {
    id,
    value,
    className: 'mq-input',
    disabled: readOnly,
    maxLength,
    placeholder,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? `${id}-problem` : undefined,
  };
  return (
    <Frame id={id} label={label} required={required} hint={hint} problem={problem}>
      {type === 'lines' ? (
        <textarea
          {...common}
          rows={3}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      ) : (
        <input
          {...common}
          type={type === 'secret' ? 'password' : type}
          autoComplete={type === 'secret' ? 'new-password' : undefined}
          step={type === 'number' ? 'any' : undefined}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      )}
    </Frame>
  );
}

/** A colour, by eye or by its #rrggbb. */
export function ColourPart(props: Omit<TextProps, 'type' | 'maxLength'>) {
  const { id, label, value, onChange, readOnly, required, placeholder, hint, problem } = props;
  return (
    <Frame id={id} label={label} required={required} hint={hint} problem={problem}>
      <span className="mq-colour">
        <input
          type="color"
          aria-label={`${label}, chosen by eye`}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#4f46e5'}
          disabled={readOnly}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
        <input
          id={id}
          className="mq-input"
          value={value}
          disabled={readOnly}
          placeholder={placeholder ?? '#4f46e5'}
          maxLength={7}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      </span>
    </Frame>
  );
}

interface ChoiceProps extends Omit<TextProps, 'type' | 'maxLength' | 'placeholder'> {
  options: readonly { value: string; label: string }[];
  /** Shown for no value; left out where there always is one. */
  none?: string;
}

export function ChoicePart(props: ChoiceProps) {
  const { id, label, value, onChange, options, none, readOnly, required, hint, problem } = props;
  return (
    <Frame id={id} label={label} required={required} hint={hint} problem={problem}>
      <select
        id={id}
        className="mq-input"
        value={value}
        disabled={readOnly}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}
