'use client';
// Before and after, side by side. Narrow screens stack them.
import type { ReactNode } from 'react';
import { Marked, useTextDiff } from '../../ui/TextDiff.tsx';
import { useWords } from '../../words/useWords.ts';

interface SidesProps {
  before: ReactNode;
  after: ReactNode;
  /** The titles of the sides, unless they're before and after. */
  names?: readonly [string, string];
}

export function Sides({ before, after, names }: SidesProps) {
  const { t } = useWords();
  const [nameBefore, nameAfter] = names ?? [t('review:before'), t('review:after')];
  return (
    <div className="mq-sides">
      <div className="mq-side">
        <p className="mq-side__name">{nameBefore}</p>
        {before}
      </div>
      <div className="mq-side mq-side--after">
        <p className="mq-side__name">{nameAfter}</p>
        {after}
      </div>
    </div>
  );
}

/** Stands for a missing value. */
export function Placeholder({ children }: { children?: ReactNode }) {
  const { t } = useWords();
  return <span className="mq-muted">{children ?? t('ui:nothing')}</span>;
}

/** A text diff. */
export function TextSides({ before, after }: { before: string; after: string }) {
  const [beforeParts, afterParts] = useTextDiff(before, after);
  return (
    <Sides
      before={before === '' ? <Placeholder /> : <Marked parts={beforeParts} side="before" />}
      after={after === '' ? <Placeholder /> : <Marked parts={afterParts} side="after" />}
    />
  );
}
