'use client';
// Two pictures on top of each other: a line, moved by dragging or with the arrow keys, divides what is shown of each.
import { useState, type CSSProperties } from 'react';
import { pictureOf } from '../../../ui/pictures.ts';
import type { PicturedAsset } from '../../pictured.ts';
import { numberOf } from './version-facts.ts';
import { useWords } from '../../../words/useWords.ts';

interface Props {
  before: PicturedAsset;
  after: PicturedAsset;
}

export function BeforeAfter({ before, after }: Props) {
  const { t, percent: inPercent } = useWords();
  const nameOf = (version: PicturedAsset): string => t('versions:version', { number: numberOf(version) });
  const [percent, setPercent] = useState(50);
  const sizes = { aspectRatio: `${after.width ?? 3} / ${after.height ?? 2}` };
  return (
    <div className="mq-slide" style={{ ...sizes, '--mq-at': `${percent}%` } as CSSProperties}>
      <img src={pictureOf(after, 'w_1280,f_webp')} alt={nameOf(after)} />
      <img className="mq-slide__before" src={pictureOf(before, 'w_1280,f_webp')} alt={nameOf(before)} />
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
        aria-label={t('versions:shownOf', { number: numberOf(before) })}
        aria-valuetext={inPercent(percent / 100)}
        onChange={(event) => setPercent(Number(event.target.value))}
      />
      <span className="mq-slide__line" aria-hidden="true" />
    </div>
  );
}
