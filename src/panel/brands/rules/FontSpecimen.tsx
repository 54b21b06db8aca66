'use client';
// A typeface, set in its own font files where the rule has them.
import type { CSSProperties } from 'react';
import type { Rule } from '../../../brands/rules/schemas.ts';
import { useWords } from '../../words/useWords.ts';
import { useFontFiles } from './useFontFiles.ts';

type FontRule = Pick<Rule, 'value' | 'spec' | 'assets'>;

function styleOf({ value, spec }: FontRule, loaded: string | undefined): CSSProperties {
  const { family, weight } = value as { family: string; weight?: number };
  const { fallback, tracking, lineHeight } = (spec ?? {}) as {
    fallback?: string[];
    tracking?: number | string;
    lineHeight?: number;
  };
  const families = [loaded, family, ...(fallback ?? [])].filter((one) => one !== undefined);
  return {
    fontFamily: families.map((one) => (/^[a-z-]+$/.test(one) ? one : JSON.stringify(one))).join(', '),
    // A font file has its own weight.
    fontWeight: loaded === undefined ? (weight ?? 400) : undefined,
    letterSpacing: typeof tracking === 'number' ? `${tracking}em` : tracking,
    lineHeight,
  };
}

/** Small, on a card. */
export function FontMark({ rule }: { rule: FontRule }) {
  const [first] = useFontFiles(rule.assets);
  return (
    <span className="mq-sample mq-sample--font" style={styleOf(rule, first?.family)} aria-hidden="true">
      Ag
    </span>
  );
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 &!?€';

/** Large, with every file of the rule. */
export function FontSpecimen({ rule }: { rule: FontRule }) {
  const { t } = useWords();
  const files = useFontFiles(rule.assets);
  const { family } = rule.value as { family: string };
  const shown = files.length > 0 ? files : [{ id: '', filename: '', family: undefined }];
  return (
    <div className="mq-specimen" role="group" aria-label={t('rules:specimenOf', { family })}>
      {shown.map((file) => (
        <div key={file.id} style={styleOf(rule, file.family)} data-font={file.id || undefined}>
          {file.filename !== '' && <span className="mq-specimen__file">{file.filename}</span>}
          <p className="mq-specimen__large">{t('rules:pangram')}</p>
          <p>{letters}</p>
        </div>
      ))}
      {files.length === 0 && rule.assets.length === 0 && <p className="mq-hint">{t('rules:noFontFiles')}</p>}
    </div>
  );
}
