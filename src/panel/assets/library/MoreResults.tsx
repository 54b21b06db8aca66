'use client';
// The end of a list that goes on: more is read when somebody comes near it.
import { useEffect, useEffectEvent, useRef } from 'react';
import { useWords } from '../../words/useWords.ts';

/** How far below the window the end can be. */
const near = '1200px';

interface Props {
  busy: boolean;
  /** Reading more failed: the person asks for it again. */
  failed: boolean;
  onMore: () => void;
}

export function MoreResults({ busy, failed, onMore }: Props) {
  const { t } = useWords();
  const end = useRef<HTMLDivElement>(null);
  const onNear = useEffectEvent(onMore);
  useEffect(() => {
    const element = end.current;
    if (!element || busy || failed) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: `0px 0px ${near} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [busy, failed]);
  return (
    <div className="mq-more" ref={end}>
      <button type="button" className="mq-button" disabled={busy} onClick={onMore}>
        {t('assets:showMore')}
      </button>
    </div>
  );
}
