'use client';
// A picture, fitted into its frame or at 100%, where it's moved by dragging, scrolling or the arrow keys.
import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { isShownAsIs } from '../../../ui/format.ts';
import { pictureOf, type Pictured } from '../../../ui/pictures.ts';
import { useWords } from '../../../words/useWords.ts';

interface Props extends Pictured {
  mime: string;
  width: number;
  /** Null: unknown until it's loaded. */
  height: number | null;
  alt: string;
}

/** A place in the picture, as fractions of its sides. */
interface Point {
  x: number;
  y: number;
}

const middle: Point = { x: 0.5, y: 0.5 };

/** Moves what a frame shows as the pointer is dragged. */
function useDragging() {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return; // fingers scroll by themselves
      from.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!from.current) return;
      event.currentTarget.scrollBy(from.current.x - event.clientX, from.current.y - event.clientY);
      from.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp: () => {
      from.current = null;
    },
    onPointerCancel: () => {
      from.current = null;
    },
  };
}

interface FrameProps extends Props {
  onZoom: (to: Point | null) => void;
}

function Fitted({ id, thumbnail = null, width, height, alt, onZoom }: FrameProps) {
  const rendered = (w: number): string => pictureOf({ id, thumbnail }, `w_${w},f_webp`);
  const zoomTo = (event: MouseEvent<HTMLImageElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    onZoom({ x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height });
  };
  return (
    <div className="mq-preview mq-preview--picture">
      <img
        src={rendered(1280)}
        srcSet={`${rendered(1280)} 1x, ${rendered(1920)} 2x`}
        alt={alt}
        width={width}
        height={height ?? undefined}
        fetchPriority="high"
        onDoubleClick={zoomTo}
      />
    </div>
  );
}

/** @param at what is shown in the middle at first */
function Whole({ id, thumbnail = null, mime, width, height, alt, at, onZoom }: FrameProps & { at: Point }) {
  const { t } = useWords();
  const frame = useRef<HTMLDivElement>(null);
  const dragging = useDragging();
  useEffect(() => {
    const box = frame.current;
    box?.scrollTo({
      left: box.scrollWidth * at.x - box.clientWidth / 2,
      top: box.scrollHeight * at.y - box.clientHeight / 2,
    });
  }, [at]);
  return (
    <div
      ref={frame}
      className="mq-preview mq-preview--whole"
      role="region"
      aria-label={t('asset:atFullSize')}
      // Scrolled with the arrow keys.
      tabIndex={0}
      onDoubleClick={() => onZoom(null)}
      {...dragging}
    >
      <img
        src={pictureOf({ id, thumbnail }, isShownAsIs(mime) ? undefined : 'q_90,f_webp')}
        alt={alt}
        width={width}
        height={height ?? undefined}
        draggable={false}
      />
    </div>
  );
}

export function AssetPicture(picture: Props) {
  const { t, percent } = useWords();
  const [at, setAt] = useState<Point | null>(null);
  return (
    <div className="mq-picture">
      {at === null ? <Fitted {...picture} onZoom={setAt} /> : <Whole {...picture} at={at} onZoom={setAt} />}
      <div className="mq-switch mq-picture__zoom" role="group" aria-label={t('asset:zoom')}>
        <button type="button" aria-pressed={at === null} onClick={() => setAt(null)}>
          {t('asset:fit')}
        </button>
        <button type="button" aria-pressed={at !== null} onClick={() => setAt(at ?? middle)}>
          {percent(1)}
        </button>
      </div>
    </div>
  );
}
