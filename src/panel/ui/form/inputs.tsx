'use client';
// Labeled inputs.
// cspell:ignore Hebr Thaa Syrc Nkoo Adlm Rohg
import type { ReactNode } from 'react';
import { useWords } from '../../words/useWords.ts';
import './form.css';

interface FrameProps {
  id: string;
  label: string;
  required?: boolean | undefined;
  hint?: ReactNode;
  problem?: string | null | undefined;
  children: ReactNode;
}

/** Scripts that are written from right to left (ISO 15924). */
const fromTheRight = ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg'];

const directionOf = (language: string): 'ltr' | 'rtl' =>
  fromTheRight.includes(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';

/** An input's label, hint and error. */
export function Frame({ id, label, required, hint, problem, children }: FrameProps) {
  const { t } = useWords();
  return (
    <div className={`mq-field ${problem ? 'mq-field--wrong' : ''}`}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className="mq-required" aria-hidden="true">
            *
          </span>
        )}
        {required && <span className="mq-sr-only"> {t('ui:required')}</span>}
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
  /** `secret`: masked, and never autofilled. `current-password`: the person's own, from their password manager. */
  type?: 'text' | 'date' | 'datetime-local' | 'number' | 'lines' | 'secret' | 'current-password';
  readOnly?: boolean | undefined;
  required?: boolean | undefined;
  placeholder?: string | undefined;
  hint?: ReactNode;
  problem?: string | null | undefined;
  maxLength?: number;
  /** Of the value, where it isn't the panel's. */
  lang?: string | undefined;
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
    lang,
  } = props;
  const common = {
    ...(lang !== undefined && { lang, dir: directionOf(lang) }),
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
        <textarea {...common} rows={3} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input
          {...common}
          type={type === 'secret' || type === 'current-password' ? 'password' : type}
          autoComplete={type === 'secret' ? 'new-password' : type === 'current-password' ? type : undefined}
          step={type === 'number' ? 'any' : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Frame>
  );
}

/** A color picker with a #rrggbb input. */
export function ColorPart(props: Omit<TextProps, 'type' | 'maxLength'>) {
  const { t } = useWords();
  const { id, label, value, onChange, readOnly, required, placeholder, hint, problem } = props;
  return (
    <Frame id={id} label={label} required={required} hint={hint} problem={problem}>
      <span className="mq-color">
        <input
          type="color"
          aria-label={t('ui:colorPicker', { label })}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#4f46e5'}
          disabled={readOnly}
          onChange={(event) => onChange(event.target.value)}
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
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    </Frame>
  );
}

interface OptionsProps {
  options: readonly { value: string; label: string }[];
  /** The label of the empty option; left out if a value is always set. */
  none?: string | undefined;
}

/** The entries of a select. */
export function Options({ options, none }: OptionsProps) {
  return (
    <>
      {none !== undefined && <option value="">{none}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  );
}

type ChoiceProps = Omit<TextProps, 'type' | 'maxLength' | 'placeholder'> & OptionsProps;

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
        onChange={(event) => onChange(event.target.value)}
      >
        <Options none={none} options={options} />
      </select>
    </Frame>
  );
}

interface TickProps {
  label: string;
  checked: boolean;
  readOnly?: boolean;
  onChange: (checked: boolean) => void;
}

export function TickPart({ label, checked, readOnly = false, onChange }: TickProps) {
  return (
    <label className="mq-tick">
      <input
        type="checkbox"
        checked={checked}
        disabled={readOnly}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
