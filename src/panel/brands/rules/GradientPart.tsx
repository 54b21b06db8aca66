'use client';
// The gradient of a colour rule: its direction and stops, each a hex value or another colour of the brand.
import type { Rule } from '../../../brands/schemas.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { TextPart } from '../../ui/inputs.tsx';
import { onePerKey } from './RulePicker.tsx';

export interface Gradient {
  angle?: number | string;
  stops: { color: string; at?: number | string }[];
}

interface Props {
  gradient: Gradient | null;
  /** The rule's own colour, used for the first stop. */
  color: string;
  /** Colours that stops can refer to by key. */
  colors: readonly Rule[];
  problem: string | null;
  onChange: (gradient: Gradient | null) => void;
}

const isHex = (text: string): boolean => /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i.test(text);

/** A number if it parses as one, else the text as typed: the server explains what's wrong. */
const typed = (text: string): number | string | undefined =>
  text.trim() === '' ? undefined : Number.isFinite(Number(text)) ? Number(text) : text;

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T;
}

export function GradientPart({ gradient, color, colors, problem, onChange }: Props) {
  const named = new Map(
    onePerKey(colors).flatMap(({ key, value }) => (typeof value === 'string' ? [[key, value]] : [])),
  );
  const hexOf = (stop: string): string | null => (isHex(stop) ? stop : (named.get(stop) ?? null));
  if (!gradient)
    return (
      <p>
        <button
          type="button"
          className="mq-button mq-button--small"
          onClick={() => {
            onChange({ stops: [{ color: isHex(color) ? color : '#000000' }, { color: '#ffffff' }] });
          }}
        >
          Add a gradient
        </button>
      </p>
    );
  const { angle, stops } = gradient;
  const setStop = (index: number, change: { color?: string; at?: number | string | undefined }): void => {
    onChange({
      ...gradient,
      stops: stops.map((stop, at) => (at === index ? withoutUndefined({ ...stop, ...change }) : stop)),
    });
  };
  const shown = stops.flatMap(({ color: stop, at }) => {
    const hex = hexOf(stop);
    return hex === null ? [] : [`${hex}${typeof at === 'number' ? ` ${at}%` : ''}`];
  });
  return (
    <fieldset className="mq-fieldset mq-gradient">
      <legend>Gradient</legend>
      {shown.length > 1 && (
        <div
          className="mq-gradient__shown"
          style={{
            background: `linear-gradient(${typeof angle === 'number' ? angle : 180}deg, ${shown.join(', ')})`,
          }}
        />
      )}
      <datalist id="mq-gradient-colors">
        {[...named.keys()].map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      <ul className="mq-stops" aria-label="Stops">
        {stops.map((stop, index) => (
          <li key={index}>
            <input
              type="color"
              aria-label={`Pick the colour of stop ${index + 1}`}
              value={(hexOf(stop.color) ?? '#000000').slice(0, 7).toLowerCase()}
              onChange={(event) => {
                setStop(index, { color: event.target.value });
              }}
            />
            <input
              className="mq-input"
              aria-label={`Colour of stop ${index + 1}`}
              list="mq-gradient-colors"
              placeholder="#2f55d4 or color.primary"
              spellCheck={false}
              value={stop.color}
              onChange={(event) => {
                setStop(index, { color: event.target.value.trim() });
              }}
            />
            <input
              className="mq-input"
              aria-label={`Position of stop ${index + 1}, in percent`}
              inputMode="decimal"
              placeholder="at %"
              value={stop.at ?? ''}
              onChange={(event) => {
                setStop(index, { at: typed(event.target.value) });
              }}
            />
            <button
              type="button"
              className="mq-icon-button"
              aria-label={`Remove stop ${index + 1}`}
              disabled={stops.length <= 2}
              onClick={() => {
                onChange({ ...gradient, stops: stops.filter((_, at) => at !== index) });
              }}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
      {problem && <p className="mq-problem">{problem}</p>}
      <TextPart
        id="mq-gradient-angle"
        label="Direction, in degrees"
        value={angle === undefined ? '' : String(angle)}
        placeholder="180 (downwards)"
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
          onClick={() => {
            onChange({ ...gradient, stops: [...stops, { color: '#ffffff' }] });
          }}
        >
          Add a stop
        </button>
        <button
          type="button"
          className="mq-link"
          onClick={() => {
            onChange(null);
          }}
        >
          Remove the gradient
        </button>
      </div>
    </fieldset>
  );
}
