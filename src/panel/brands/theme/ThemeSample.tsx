'use client';
// A sample of the theme as readers see it, and the contrast of its colours.
import type { ThemeView } from '../../../brands/theme/schemas.ts';
import './theme.css';

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

export function Contrast({ checks }: Pick<ThemeView, 'checks'>) {
  return (
    <ul className="mq-checks" aria-label="Contrast">
      {checks.map((check) => (
        <Check key={check.name} check={check} />
      ))}
    </ul>
  );
}

export function ThemeSample({ theme: { applied } }: { theme: ThemeView }) {
  return (
    <div
      className="mq-themed"
      style={{
        background: applied.surface,
        color: applied.ink,
        borderRadius: applied.radius,
        fontFamily: applied.body ? `"${applied.body.family}", sans-serif` : undefined,
      }}
    >
      <p
        className="mq-themed__head"
        style={{
          fontFamily: applied.head ? `"${applied.head.family}", sans-serif` : undefined,
        }}
      >
        A headline in the brand
      </p>
      <p>
        Text as readers of a portal see it, with{' '}
        <span style={{ color: applied.link, textDecoration: 'underline' }}>a link</span>.
      </p>
      <span
        className="mq-themed__button"
        style={{
          background: applied.accent,
          color: applied.onAccent,
          borderRadius: applied.radius,
        }}
      >
        A button
      </span>
    </div>
  );
}
