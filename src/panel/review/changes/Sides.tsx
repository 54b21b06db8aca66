'use client';
// Before and after, side by side. Narrow screens stack them.
import type { ReactNode } from 'react';
import { Marked, useTextDiff } from '../../ui/TextDiff.tsx';

interface SidesProps {
  before: ReactNode;
  after: ReactNode;
  /** The titles of the sides. */
  names?: readonly [string, string];
}

export function Sides({ before, after, names = ['Before', 'After'] }: SidesProps) {
  return (
    <div className="mq-sides">
      <div className="mq-side">
        <p className="mq-side__name">{names[0]}</p>
        {before}
      </div>
      <div className="mq-side mq-side--after">
        <p className="mq-side__name">{names[1]}</p>
        {after}
      </div>
    </div>
  );
}

/** Stands for a missing value. */
export const Placeholder = ({ children = 'Nothing' }: { children?: ReactNode }) => (
  <span className="mq-muted">{children}</span>
);

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
