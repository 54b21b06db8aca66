'use client';
// Which rule fills which role of the theme, and its measures. Each change is saved right away.
import { useState } from 'react';
import type { Rule } from '../../../brands/rules/schemas.ts';
import type { ThemePatch, ThemeView } from '../../../brands/theme/schemas.ts';
import { ChoicePart, TextPart } from '../../ui/form/inputs.tsx';
import { RulePart } from '../rules/RulePicker.tsx';

const parts: readonly {
  name: 'accent' | 'surface' | 'ink' | 'head' | 'body' | 'logo';
  label: string;
  fits: (rule: Rule) => boolean;
}[] = [
  { name: 'accent', label: 'Accent', fits: ({ type }) => type === 'color' },
  { name: 'surface', label: 'Surface', fits: ({ type }) => type === 'color' },
  { name: 'ink', label: 'Ink', fits: ({ type }) => type === 'color' },
  { name: 'head', label: 'Headlines', fits: ({ type }) => type === 'font' },
  { name: 'body', label: 'Text', fits: ({ type }) => type === 'font' },
  { name: 'logo', label: 'Logo', fits: ({ assets }) => assets.length > 0 },
];

const choices = [
  { name: 'density', label: 'Density', values: ['compact', 'normal', 'spacious'] },
  { name: 'width', label: 'Width', values: ['narrow', 'normal', 'wide'] },
] as const satisfies { name: keyof ThemeView; label: string; values: string[] }[];

interface MeasuresProps {
  theme: ThemeView;
  onChange: (patch: ThemePatch) => void;
}

function Measures({ theme, onChange }: MeasuresProps) {
  // As typed: an invalid radius isn't saved.
  const [radius, setRadius] = useState<string | null>(null);
  return (
    <div className="mq-pair">
      <TextPart
        id="mq-theme-radius"
        label="Corner radius, in pixels"
        type="number"
        value={radius ?? String(theme.radius)}
        onChange={(text) => {
          setRadius(text);
          const pixels = Number(text);
          if (text !== '' && Number.isInteger(pixels) && pixels >= 0 && pixels <= 64)
            onChange({ radius: pixels });
        }}
      />
      {choices.map(({ name, label, values }) => (
        <ChoicePart
          key={name}
          id={`mq-theme-${name}`}
          label={label}
          none="Unchanged"
          value={theme[name]}
          options={values.map((value) => ({ value, label: value }))}
          onChange={(value) => {
            if (value) onChange({ [name]: value });
          }}
        />
      ))}
    </div>
  );
}

interface Props extends MeasuresProps {
  rules: readonly Rule[];
  mayWrite: boolean;
}

export function ThemeForm({ theme, rules, mayWrite, onChange }: Props) {
  return (
    <fieldset className="mq-fieldset mq-form" disabled={!mayWrite}>
      <legend>Parts</legend>
      {parts.map(({ name, label, fits }) => (
        <RulePart
          key={name}
          id={`mq-theme-${name}`}
          label={label}
          none="Marque’s default"
          rules={rules.filter(fits)}
          value={theme[name]}
          problem={theme.missing.includes(name) ? 'This rule no longer exists.' : null}
          onChange={(key) => onChange({ [name]: key })}
        />
      ))}
      <Measures theme={theme} onChange={onChange} />
    </fieldset>
  );
}
