'use client';
// Marks the place of a new comment: a rectangle is dragged, a point clicked or tapped. Arrow keys move it, with Shift they resize it.
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { drawn, moved } from '../../lib/picture-places.ts';
import { isPlaced, placeWords } from './anchors.ts';
import { useCommenting } from './Commenting.tsx';
import { placeStyle } from './place-style.ts';
import { useWords } from '../words/useWords.ts';

/** Where in the picture a pointer is, as fractions of its sides. */
function placeOf(event: PointerEvent<HTMLElement>): { x: number; y: number } {
  const box = event.currentTarget.getBoundingClientRect();
  const share = (value: number): number => Math.min(Math.max(value, 0), 1);
  return {
    x: share((event.clientX - box.left) / box.width),
    y: share((event.clientY - box.top) / box.height),
  };
}

/** The field that a new comment is written in. */
export const composerId = 'mq-asset-comment';

const focusComposer = (): void => document.getElementById(composerId)?.focus();

export function Marking() {
  const words = useWords();
  const { t } = words;
  const { draft, setDraft, marking, setMarking } = useCommenting() ?? {};
  const start = useRef<{ x: number; y: number } | null>(null);

  const draw = (event: PointerEvent<HTMLElement>): void => {
    if (!start.current) return;
    const { from, to } = draft ?? {};
    const time = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    setDraft?.({ ...time, ...drawn(start.current, placeOf(event)) });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = draft && moved(draft, event.key, event.shiftKey);
    if (place) {
      const { rect: _, point: __, ...time } = draft;
      setDraft?.({ ...time, ...place });
    } else if (event.key === 'Enter' || event.key === 'Escape') {
      if (event.key === 'Escape') setDraft?.(null);
      setMarking?.(false);
      focusComposer();
    } else return;
    event.preventDefault();
  };

  const handle = isPlaced(draft ?? null) && draft && (
    <button
      type="button"
      className={draft.rect ? 'mq-marked mq-marked--new' : 'mq-pin mq-pin--new'}
      style={placeStyle(draft)}
      autoFocus={marking}
      aria-label={t('comments:marking', { place: placeWords(draft, words) })}
      onKeyDown={onKeyDown}
    />
  );
  if (!marking) return handle;
  return (
    <div
      className="mq-marking"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = placeOf(event);
      }}
      onPointerMove={draw}
      onPointerUp={(event) => {
        draw(event);
        start.current = null;
        setMarking?.(false);
        focusComposer();
      }}
      onPointerCancel={() => {
        start.current = null;
      }}
    >
      {handle}
    </div>
  );
}
