'use client';
// A sample of the theme as readers see it, and the contrast of its colors.
import type { ThemeView } from '../../../brands/theme/schemas.ts';
import { useWords } from '../../words/useWords.ts';
import { fontFamilyOf } from '../font-family.ts';
import './theme.css';

const checkKeys = {
  text: 'theme:checkText',
  links: 'theme:checkLinks',
  marks: 'theme:checkMarks',
  buttons: 'theme:checkButtons',
} as const;

function Check({ check }: { check: ThemeView['checks'][number] }) {
  const { t } = useWords();
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
        <strong>{t(checkKeys[check.name])}</strong>
        <span className="mq-muted">{t('theme:ratio', { ratio: check.ratio, least: check.least })}</span>
        {!check.passes && (
          <span className="mq-badge mq-badge--proposed">{t('theme:tooLow', { color: check.used })}</span>
        )}
      </span>
    </li>
  );
}

export function Contrast({ checks }: Pick<ThemeView, 'checks'>) {
  const { t } = useWords();
  return (
    <ul className="mq-checks" aria-label={t('theme:contrast')}>
      {checks.map((check) => (
        <Check key={check.name} check={check} />
      ))}
    </ul>
  );
}

export function ThemeSample({ theme: { applied } }: { theme: ThemeView }) {
  const { t, rich } = useWords();
  const { surface, ink, link, accent, onAccent, radius: borderRadius } = applied;
  return (
    <div
      className="mq-themed"
      style={{ background: surface, color: ink, borderRadius, fontFamily: fontFamilyOf(applied.body) }}
    >
      <p className="mq-themed__head" style={{ fontFamily: fontFamilyOf(applied.head) }}>
        {t('theme:sampleHeadline')}
      </p>
      <p>
        {rich('theme:sampleText', {
          link: (text) => <span style={{ color: link, textDecoration: 'underline' }}>{text}</span>,
        })}
      </p>
      <span className="mq-themed__button" style={{ background: accent, color: onAccent, borderRadius }}>
        {t('theme:sampleButton')}
      </span>
    </div>
  );
}
