'use client';
// The whole picture, with a focal point or an area to drag. Arrow keys move them, plus and minus resize an area.
import {
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import type { Area, Point } from '../../../../assets/crops/crops.ts';
import { useWords } from '../../../words/useWords.ts';
import { corners, movedBy, pointIn, resizedTo, scaledBy, type Corner } from './crop-geometry.ts';

const percent = (share: number): string => `${share * 100}%`;

const areaStyle = ({ x, y, width, height }: Area): CSSProperties => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
});

/** Steps of the arrow keys; with Shift, the larger one. */
const step = { usual: 0.01, shift: 0.1 };

function stepOf({ key, shiftKey }: KeyboardEvent): Point | null {
  const by = shiftKey ? step.shift : step.usual;
  switch (key) {
    case 'ArrowLeft':
      return { x: -by, y: 0 };
    case 'ArrowRight':
      return { x: by, y: 0 };
    case 'ArrowUp':
      return { x: 0, y: -by };
    case 'ArrowDown':
      return { x: 0, y: by };
    default:
      return null;
  }
}

function placeIn(stage: RefObject<HTMLElement | null>, event: MouseEvent): Point {
  const box = stage.current?.getBoundingClientRect();
  if (!box) return { x: 0, y: 0 };
  return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
}

interface DragProps {
  stage: RefObject<HTMLElement | null>;
  readOnly: boolean;
}

/** Follows a pointer from where it's pressed. `onDrag` is given the place, and how far it is from the start. */
function useDrag<Start>(
  { stage, readOnly }: DragProps,
  start: () => Start,
  onDrag: (to: Point, by: Point, from: Start) => void,
) {
  const from = useRef<{ at: Point; was: Start } | null>(null);
  const end = (): void => {
    from.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (readOnly || event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { at: placeIn(stage, event), was: start() };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!from.current) return;
      const to = placeIn(stage, event);
      const { at, was } = from.current;
      onDrag(to, { x: to.x - at.x, y: to.y - at.y }, was);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

function FocalPoint({
  stage,
  readOnly,
  point,
  onChange,
}: DragProps & { point: Point; onChange: (point: Point) => void }) {
  const { t, percent: inWords } = useWords();
  const drag = useDrag(
    { stage, readOnly },
    () => point,
    (_to, by, was) => onChange(pointIn({ x: was.x + by.x, y: was.y + by.y })),
  );
  return (
    <button
      type="button"
      className="mq-focus"
      style={{ left: percent(point.x), top: percent(point.y) }}
      role="slider"
      aria-label={t('crops:focalPoint')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(point.x * 100)}
      aria-valuetext={t('crops:pointAt', { x: inWords(point.x), y: inWords(point.y) })}
      disabled={readOnly}
      onKeyDown={(event) => {
        const by = stepOf(event);
        if (!by) return;
        event.preventDefault();
        onChange(pointIn({ x: point.x + by.x, y: point.y + by.y }));
      }}
      {...drag}
    />
  );
}

interface AreaProps extends DragProps {
  area: Area;
  label: string;
  shape: number | null;
  pictureShape: number;
  onChange: (area: Area) => void;
}

function Handle({
  corner,
  stage,
  readOnly,
  area,
  shape,
  pictureShape,
  onChange,
}: AreaProps & { corner: Corner }) {
  const drag = useDrag(
    { stage, readOnly },
    () => area,
    (to, _by, was) => onChange(resizedTo(was, corner, to, shape, pictureShape)),
  );
  return <span className={`mq-crop__corner mq-crop__corner--${corner}`} {...drag} />;
}

function DrawnArea(props: AreaProps) {
  const { stage, readOnly, area, label, onChange } = props;
  const { t, percent: inWords } = useWords();
  const drag = useDrag(
    { stage, readOnly },
    () => area,
    (_to, by, was) => onChange(movedBy(was, by.x, by.y)),
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = stepOf(event);
    if (by) onChange(movedBy(area, by.x, by.y));
    else if (event.key === '+' || event.key === '=') onChange(scaledBy(area, 1.05));
    else if (event.key === '-') onChange(scaledBy(area, 1 / 1.05));
    else return;
    event.preventDefault();
  };
  const { x, y, width, height } = area;
  return (
    <div
      className="mq-crop"
      style={areaStyle(area)}
      role="slider"
      tabIndex={readOnly ? -1 : 0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(x * 100)}
      aria-valuetext={t('crops:areaAt', {
        x: inWords(x),
        y: inWords(y),
        width: inWords(width),
        height: inWords(height),
      })}
      aria-disabled={readOnly}
      onKeyDown={readOnly ? undefined : onKeyDown}
      {...drag}
    >
      {!readOnly && corners.map((corner) => <Handle key={corner} {...props} corner={corner} />)}
    </div>
  );
}

interface Props {
  src: string;
  alt: string;
  /** Width divided by height. */
  pictureShape: number;
  readOnly: boolean;
  point: Point;
  onPoint: (point: Point) => void;
  /** What is cut out for the chosen preset; null: the focal point is edited. */
  drawn: { area: Area; label: string; shape: number | null; onChange: (area: Area) => void } | null;
}

export function CropStage({ src, alt, pictureShape, readOnly, point, onPoint, drawn }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  return (
    <div className="mq-crop-frame">
      <div
        ref={stage}
        className="mq-crop-stage"
        style={{ aspectRatio: pictureShape, '--mq-shape': pictureShape } as CSSProperties}
        // A click and not a press: fingers scroll the page from here, too. What is dragged ends with a click of its own.
        onClick={(event) => {
          if (!readOnly && !drawn && event.target === event.currentTarget)
            onPoint(pointIn(placeIn(stage, event)));
        }}
      >
        <img src={src} alt={alt} draggable={false} />
        {drawn && (
          <span className="mq-crop-shade" aria-hidden="true">
            <span style={areaStyle(drawn.area)} />
          </span>
        )}
        {drawn ? (
          <DrawnArea {...drawn} stage={stage} readOnly={readOnly} pictureShape={pictureShape} />
        ) : (
          <FocalPoint stage={stage} readOnly={readOnly} point={point} onChange={onPoint} />
        )}
      </div>
    </div>
  );
}
