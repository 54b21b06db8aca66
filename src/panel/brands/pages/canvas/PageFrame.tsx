'use client';
// A page as its readers see it: the server's own HTML in a frame that runs no scripts, as high as the page, with the panel's marks on it.
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import './canvas.css';
import { useSectionBoxes, type Measured } from './useSectionBoxes.ts';

/** Widths of readers' windows, in pixels. */
const widths = { wide: 1120, phone: 390 } as const;
export type Device = keyof typeof widths;

/** The width that there is for an element. */
function useRoom(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    watch.observe(element.current);
    return () => {
      watch.disconnect();
    };
  }, [element]);
  return width;
}

export interface Placed extends Measured {
  /** The panel's pixels for one of the page's. */
  scale: number;
}

interface Props {
  title: string;
  /** Null: not loaded yet. */
  html: string | null;
  device: Device;
  /** The smallest width a wide page is shown at; less room makes it smaller. */
  least?: number;
  /** Drawn above the page. */
  children?: (placed: Placed) => ReactNode;
}

export function PageFrame({ title, html, device, least = 860, children }: Props) {
  const outside = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const room = useRoom(outside);
  const { srcDoc, measured, onLoad } = useSectionBoxes(frame, html);
  const width = device === 'phone' ? widths.phone : Math.max(least, Math.min(room, widths.wide));
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div ref={outside} className="mq-frame" aria-busy={html === null}>
      <div className="mq-frame__page" style={{ width: width * scale, height: measured.height * scale }}>
        {html !== null && (
          // Same origin, so image requests carry the session cookie; scripts stay disabled.
          <iframe
            ref={frame}
            title={title}
            sandbox="allow-same-origin allow-popups"
            srcDoc={srcDoc}
            onLoad={onLoad}
            tabIndex={children ? -1 : undefined}
            style={{ width, height: measured.height, transform: `scale(${scale})` }}
          />
        )}
        {html !== null && children?.({ ...measured, scale })}
      </div>
    </div>
  );
}
