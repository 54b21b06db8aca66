'use client';
// Two pictures on top of each other: a line, moved by dragging or with the arrow keys, divides what is shown of each.
import { useState, type CSSProperties } from 'react';
import type { ComparedPicture } from './ComparedPictures.tsx';
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
  const [sides, setSides] = useState({ width: after.version.width ?? 3, height: after.version.height ?? 2 });
  const sizes = { aspectRatio: `${sides.width} / ${sides.height}` };
  return (
    <div className="mq-slide" style={{ ...sizes, '--mq-at': `${percent}%` } as CSSProperties}>
      <img
        src={after.src}
        alt={nameOf(after)}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSides({ width: naturalWidth, height: naturalHeight })
        }
      />
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
