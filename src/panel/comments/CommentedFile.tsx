'use client';
// Puts the comments' numbers on a preview, and lets people mark the place of a new one.
import { useEffect, useState, type RefObject, type ReactNode } from 'react';
import { isPlaced } from './anchors.ts';
import { playerIn, showThread, useCommenting, type Numbered } from './Commenting.tsx';
import { Marking } from './Marking.tsx';
import { boxStyle, placeStyle } from './place-style.ts';
import { useWords } from '../words/useWords.ts';
import './comments.css';

/** How long before and after its moment a comment is shown, in seconds. */
const around = 1;

/** The second a video shows; null for a picture. */
function useSecond(preview: RefObject<HTMLElement | null>): number | null {
  const [second, setSecond] = useState<number | null>(null);
  useEffect(() => {
    const element = preview.current;
    if (!element) return;
    const follow = (): void => setSecond(playerIn(preview)?.currentTime ?? null);
    const names = ['timeupdate', 'seeked', 'loadedmetadata'];
    // Events of players don't bubble.
    for (const name of names) element.addEventListener(name, follow, { capture: true });
    return () => {
      for (const name of names) element.removeEventListener(name, follow, { capture: true });
    };
  }, [preview]);
  return second;
}

function isNow({ anchor }: Numbered, second: number | null): boolean {
  if (anchor?.from === undefined || second === null) return true;
  return second >= anchor.from - around && second <= (anchor.to ?? anchor.from) + around;
}

function Pin({ thread }: { thread: Numbered }) {
  const { t } = useWords();
  const { chosen, choose } = useCommenting() ?? {};
  const { anchor, number, author, id } = thread;
  if (!isPlaced(anchor)) return null;
  return (
    <>
      {chosen === id && anchor.rect && (
        <span className="mq-marked" style={placeStyle(anchor)} aria-hidden="true" />
      )}
      <button
        type="button"
        className="mq-pin"
        style={placeStyle(anchor, 'corner')}
        aria-pressed={chosen === id}
        onClick={() => {
          choose?.(id);
          showThread(id);
        }}
      >
        <span aria-hidden="true">{number}</span>
        <span className="mq-sr-only">{t('comments:pin', { number: number ?? 0, name: author.name })}</span>
      </button>
    </>
  );
}

function Layer({ preview }: { preview: RefObject<HTMLDivElement | null> }) {
  const { own, resolved, draft, marking, box } = useCommenting() ?? {};
  const second = useSecond(preview);
  if (!box) return null;
  const shown = (own ?? []).filter(
    (thread) => thread.number !== null && thread.resolved === resolved && isNow(thread, second),
  );
  return (
    <div className="mq-layer" style={boxStyle(box.frame)}>
      <div className="mq-layer__media" style={boxStyle(box.media)}>
        {!marking && shown.map((thread) => <Pin key={thread.id} thread={thread} />)}
        {(marking === true || isPlaced(draft ?? null)) && <Marking />}
      </div>
    </div>
  );
}

export function CommentedFile({ children }: { children: ReactNode }) {
  const { preview } = useCommenting() ?? {};
  if (!preview) return children;
  return (
    <div className="mq-commented">
      <div ref={preview}>{children}</div>
      <Layer preview={preview} />
    </div>
  );
}
