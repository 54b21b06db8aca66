'use client';
// Two pictures on top of each other: a line, moved by dragging or with the arrow keys, divides what is shown of each.
import { useState, type CSSProperties } from 'react';
import type { ComparedPicture } from './ComparedPictures.tsx';
import { useAspectRatio } from './useAspectRatio.ts';
import { numberOf } from './version-facts.ts';
import { useWords } from '../../../words/useWords.ts';

interface Props {
  before: ComparedPicture;
  after: ComparedPicture;
}

export function BeforeAfter({ before, after }: Props) {
  const { t, percent: inPercent } = useWords();
  const nameOf = ({ version }: ComparedPicture): string =>
    t('versions:version', { number: numberOf(version) });
  const [percent, setPercent] = useState(50);
  const { aspectRatio, onLoad } = useAspectRatio(after.version);
  return (
    <div className="mq-slide" style={{ aspectRatio, '--mq-at': `${percent}%` } as CSSProperties}>
      <img src={after.src} alt={nameOf(after)} onLoad={onLoad} />
      <img className="mq-slide__before" src={before.src} alt={nameOf(before)} />
      <span className="mq-slide__name" aria-hidden="true">
        {nameOf(before)}
      </span>
      <span className="mq-slide__name mq-slide__name--after" aria-hidden="true">
        {nameOf(after)}
      </span>
      <input
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-label={t('versions:shownOf', { number: numberOf(before.version) })}
        aria-valuetext={inPercent(percent / 100)}
        onChange={(event) => setPercent(Number(event.target.value))}
      />
      <span className="mq-slide__line" aria-hidden="true" />
    </div>
  );
}
