'use client';
// Which rule fills which role of the theme, and its measures. Each change is saved right away.
import { useState } from 'react';
import type { Rule } from '../../../brands/rules/schemas.ts';
import type { ThemePatch, ThemeView } from '../../../brands/theme/schemas.ts';
import { ChoicePart, TextPart } from '../../ui/form/inputs.tsx';
import { useWords } from '../../words/useWords.ts';
import { labelOfOption } from '../pages/property-words.ts';
import { RulePart } from '../rules/RulePicker.tsx';
import { themeKeys } from './theme-words.ts';

/** The roles that rules fill, and which rules can. */
export const themeRoles: readonly {
  name: 'accent' | 'surface' | 'ink' | 'head' | 'body' | 'logo';
  fits: (rule: Rule) => boolean;
}[] = [
  { name: 'accent', fits: ({ type }) => type === 'color' },
  { name: 'surface', fits: ({ type }) => type === 'color' },
  { name: 'ink', fits: ({ type }) => type === 'color' },
  { name: 'head', fits: ({ type }) => type === 'font' },
  { name: 'body', fits: ({ type }) => type === 'font' },
  { name: 'logo', fits: ({ assets }) => assets.length > 0 },
];

/** The measures that are one of several. */
export const themeChoices = [
  { name: 'density', values: ['compact', 'normal', 'spacious'] },
  { name: 'width', values: ['narrow', 'normal', 'wide'] },
] as const satisfies { name: keyof ThemeView; values: string[] }[];

interface MeasuresProps {
  theme: ThemeView;
  onChange: (patch: ThemePatch) => void;
}

function Measures({ theme, onChange }: MeasuresProps) {
  const words = useWords();
  const { t } = words;
  // As typed: an invalid radius isn't saved.
  const [radius, setRadius] = useState<string | null>(null);
  return (
    <div className="mq-pair">
      <TextPart
        id="mq-theme-radius"
        label={t('theme:radiusPixels')}
        type="number"
        value={radius ?? String(theme.radius)}
        onChange={(text) => {
          setRadius(text);
          const pixels = Number(text);
          if (text !== '' && Number.isInteger(pixels) && pixels >= 0 && pixels <= 64)
            onChange({ radius: pixels });
        }}
      />
      {themeChoices.map(({ name, values }) => (
        <ChoicePart
          key={name}
          id={`mq-theme-${name}`}
          label={t(themeKeys[name])}
          none={t('theme:unchanged')}
          value={theme[name]}
          options={values.map((value) => ({ value, label: labelOfOption(value, words) }))}
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
  const { t } = useWords();
  return (
    <fieldset className="mq-fieldset mq-form" disabled={!mayWrite}>
      <legend>{t('theme:parts')}</legend>
      {themeRoles.map(({ name, fits }) => (
        <RulePart
          key={name}
          id={`mq-theme-${name}`}
          label={t(themeKeys[name])}
          none={t('theme:default')}
          rules={rules.filter(fits)}
          value={theme[name]}
          problem={theme.missing.includes(name) ? t('theme:missing') : null}
          onChange={(key) => onChange({ [name]: key })}
        />
      ))}
      <Measures theme={theme} onChange={onChange} />
    </fieldset>
  );
}
