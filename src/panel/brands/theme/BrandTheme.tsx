'use client';
// The theme: which rule fills which role, the contrast of its colours, and the fallbacks where contrast is too low.
import { toast } from '@payloadcms/ui';
import { useRef, useState } from 'react';
import type { Rule, ThemePatch, ThemeView } from '../../../brands/schemas.ts';
import { call, wordsOf } from '../../client/api.ts';
import { useRules } from '../rules/BrandRules.tsx';
import { ChoicePart, TextPart } from '../../ui/inputs.tsx';
import { RulePart } from '../rules/RulePicker.tsx';
import { useRead } from '../../client/useRead.ts';

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

const checkWords = {
  text: 'Text on the surface',
  links: 'Links on the surface',
  marks: 'Lines and icons on the surface',
  buttons: 'Text on the accent',
} as const;

function Check({ check }: { check: ThemeView['checks'][number] }) {
  return (
    <li className="mq-check" data-check={check.name}>
      <span
        className="mq-check__pair"
        style={{ background: check.back, color: check.used }}
        aria-hidden="true"
      >
        Aa
      </span>
      <span>
        <strong>{checkWords[check.name]}</strong>
        <span className="mq-muted">
          {check.ratio}:1, needs at least {check.least}:1
        </span>
        {!check.passes && (
          <span className="mq-badge mq-badge--proposed">Too low: {check.used} is shown instead</span>
        )}
      </span>
    </li>
  );
}

export function BrandTheme({
  brand,
  mayWrite,
  onChanged,
}: {
  brand: string;
  mayWrite: boolean;
  onChanged: () => void;
}) {
  const { data: theme, problem, again } = useRead<ThemeView>(`/api/v1/brands/${brand}/theme`);
  const { data: rules } = useRules(brand);
  // Changes can be made faster than they are saved, so they are queued; each builds on the version the previous one returned.
  const saved = useRef<string | null>(null);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const [radius, setRadius] = useState<string | null>(null);
  const send = async (patch: ThemePatch): Promise<void> => {
    try {
      const expected = saved.current ?? theme?.version ?? '';
      const path = `/api/v1/brands/${brand}/theme?expected=${encodeURIComponent(expected)}`;
      saved.current = (await call<{ data: ThemeView }>('PATCH', path, { body: patch })).data.version;
      again();
      onChanged();
    } catch (error) {
      saved.current = null;
      again();
      toast.error(wordsOf(error));
    }
  };
  const set = (patch: ThemePatch): Promise<void> => {
    queue.current = queue.current.then(() => send(patch));
    return queue.current;
  };
  if (problem)
    return (
      <p role="alert" className="mq-alert">
        {problem}
      </p>
    );
  if (!theme) return null;
  return (
    <div className="mq-split">
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
            onChange={(key) => {
              void set({ [name]: key });
            }}
          />
        ))}
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
                void set({ radius: pixels });
            }}
          />
          <ChoicePart
            id="mq-theme-density"
            label="Density"
            none="Unchanged"
            value={theme.density}
            options={['compact', 'normal', 'spacious'].map((value) => ({ value, label: value }))}
            onChange={(density) => {
              if (density) void set({ density: density as ThemeView['density'] });
            }}
          />
          <ChoicePart
            id="mq-theme-width"
            label="Width"
            none="Unchanged"
            value={theme.width}
            options={['narrow', 'normal', 'wide'].map((value) => ({ value, label: value }))}
            onChange={(width) => {
              if (width) void set({ width: width as ThemeView['width'] });
            }}
          />
        </div>
      </fieldset>
      <div>
        <div
          className="mq-themed"
          style={{
            background: theme.applied.surface,
            color: theme.applied.ink,
            borderRadius: theme.applied.radius,
            fontFamily: theme.applied.body ? `"${theme.applied.body.family}", sans-serif` : undefined,
          }}
        >
          <p
            className="mq-themed__head"
            style={{
              fontFamily: theme.applied.head ? `"${theme.applied.head.family}", sans-serif` : undefined,
            }}
          >
            A headline in the brand
          </p>
          <p>
            Text as readers of a portal see it, with{' '}
            <span style={{ color: theme.applied.link, textDecoration: 'underline' }}>a link</span>.
          </p>
          <span
            className="mq-themed__button"
            style={{
              background: theme.applied.accent,
              color: theme.applied.onAccent,
              borderRadius: theme.applied.radius,
            }}
          >
            A button
          </span>
        </div>
        <ul className="mq-checks" aria-label="Contrast">
          {theme.checks.map((check) => (
            <Check key={check.name} check={check} />
          ))}
        </ul>
      </div>
    </div>
  );
}
