'use client';
// The gradient of a color rule: its direction and stops, each a hex value or another color of the brand.
import type { Rule } from '../../../brands/rules/schemas.ts';
import { TextPart } from '../../ui/form/inputs.tsx';
import { RemoveButton } from '../../ui/RemoveButton.tsx';
import { useWords } from '../../words/useWords.ts';
import { onePerKey } from './RulePicker.tsx';

interface Stop {
  color: string;
  /** Its position, in percent. */
  at?: number | string;
}

export interface Gradient {
  angle?: number | string;
  stops: Stop[];
}

const isHex = (text: string): boolean => /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i.test(text);

/** A number if it parses as one, else the text as typed: the server explains what's wrong. */
const typed = (text: string): number | string | undefined =>
  text.trim() === '' ? undefined : Number.isFinite(Number(text)) ? Number(text) : text;

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T;
}

/** The gradient as CSS; null unless at least two of its colors are known. */
function cssOf({ angle, stops }: Gradient, hexOf: (color: string) => string | null): string | null {
  const shown = stops.flatMap(({ color, at }) => {
    const hex = hexOf(color);
    return hex === null ? [] : [`${hex}${typeof at === 'number' ? ` ${at}%` : ''}`];
  });
  return shown.length > 1
    ? `linear-gradient(${typeof angle === 'number' ? angle : 180}deg, ${shown.join(', ')})`
    : null;
}

interface StopProps {
  stop: Stop;
  /** Counted from 1. */
  position: number;
  /** Null: not a known color. */
  hex: string | null;
  removable: boolean;
  onChange: (stop: Stop) => void;
  onRemove: () => void;
}

function StopRow({ stop, position, hex, removable, onChange, onRemove }: StopProps) {
  const { t } = useWords();
  return (
    <li>
      <input
        type="color"
        aria-label={t('rules:pickStop', { position })}
        value={(hex ?? '#000000').slice(0, 7).toLowerCase()}
        onChange={(event) => onChange({ ...stop, color: event.target.value })}
      />
      <input
        className="mq-input"
        aria-label={t('rules:colorOfStop', { position })}
        list="mq-gradient-colors"
        placeholder={t('rules:stopExample')}
        spellCheck={false}
        value={stop.color}
        onChange={(event) => onChange({ ...stop, color: event.target.value.trim() })}
      />
      <input
        className="mq-input"
        aria-label={t('rules:placeOfStop', { position })}
        inputMode="decimal"
        placeholder={t('rules:placeExample')}
        value={stop.at ?? ''}
        onChange={(event) => onChange(withoutUndefined({ ...stop, at: typed(event.target.value) }))}
      />
      <RemoveButton label={t('rules:removeStop', { position })} disabled={!removable} onRemove={onRemove} />
    </li>
  );
}

interface StopsProps {
  stops: Stop[];
  hexOf: (color: string) => string | null;
  onChange: (stops: Stop[]) => void;
}

function Stops({ stops, hexOf, onChange }: StopsProps) {
  const { t } = useWords();
  return (
    <ul className="mq-stops" aria-label={t('rules:stops')}>
      {stops.map((stop, index) => (
        <StopRow
          key={index}
          stop={stop}
          position={index + 1}
          hex={hexOf(stop.color)}
          removable={stops.length > 2}
          onChange={(next) => onChange(stops.map((one, at) => (at === index ? next : one)))}
          onRemove={() => onChange(stops.filter((_, at) => at !== index))}
        />
      ))}
    </ul>
  );
}

interface ShownProps {
  gradient: Gradient;
  /** Values of the brand's colors, by key. */
  named: ReadonlyMap<string, string>;
  problem: string | null;
  onChange: (gradient: Gradient | null) => void;
}

function GradientForm({ gradient, named, problem, onChange }: ShownProps) {
  const { t } = useWords();
  const { angle, stops } = gradient;
  const hexOf = (color: string): string | null => (isHex(color) ? color : (named.get(color) ?? null));
  const background = cssOf(gradient, hexOf);
  const setStops = (next: Stop[]): void => {
    onChange({ ...gradient, stops: next });
  };
  return (
    <fieldset className="mq-fieldset mq-gradient">
      <legend>{t('rules:gradient')}</legend>
      {background && <div className="mq-gradient__shown" style={{ background }} />}
      <datalist id="mq-gradient-colors">
        {[...named.keys()].map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      <Stops stops={stops} hexOf={hexOf} onChange={setStops} />
      {problem && <p className="mq-problem">{problem}</p>}
      <TextPart
        id="mq-gradient-angle"
        label={t('rules:direction')}
        value={angle === undefined ? '' : String(angle)}
        placeholder={t('rules:directionExample')}
        onChange={(text) => {
          const { angle: _, ...rest } = gradient;
          const next = typed(text);
          onChange(next === undefined ? rest : { ...rest, angle: next });
        }}
      />
      <div className="mq-row">
        <button
          type="button"
          className="mq-button mq-button--small"
          disabled={stops.length >= 10}
          onClick={() => setStops([...stops, { color: '#ffffff' }])}
        >
          {t('rules:addStop')}
        </button>
        <button type="button" className="mq-link" onClick={() => onChange(null)}>
          {t('rules:removeGradient')}
        </button>
      </div>
    </fieldset>
  );
}

interface Props {
  gradient: Gradient | null;
  /** The rule's own color, used for the first stop. */
  color: string;
  /** Colors that stops can refer to by key. */
  colors: readonly Rule[];
  problem: string | null;
  onChange: (gradient: Gradient | null) => void;
}

export function GradientPart({ gradient, color, colors, problem, onChange }: Props) {
  const { t } = useWords();
  const named = new Map(
    onePerKey(colors).flatMap(({ key, value }) => (typeof value === 'string' ? [[key, value]] : [])),
  );
  if (gradient)
    return <GradientForm gradient={gradient} named={named} problem={problem} onChange={onChange} />;
  return (
    <p>
      <button
        type="button"
        className="mq-button mq-button--small"
        onClick={() =>
          onChange({ stops: [{ color: isHex(color) ? color : '#000000' }, { color: '#ffffff' }] })
        }
      >
        {t('rules:addGradient')}
      </button>
    </p>
  );
}
