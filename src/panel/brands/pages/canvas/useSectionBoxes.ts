'use client';
// Where the sections of a page are in its frame. The frame has the panel's origin, and no scripts: what it shows is measured from here.
import { useEffect, useState, type RefObject } from 'react';

export interface Box {
  /** From the top of the page, in its own pixels. */
  top: number;
  height: number;
}

export interface Measured {
  /** Of the whole page. */
  height: number;
  /** By the id of the section. */
  sections: ReadonlyMap<string, Box>;
  /** The page's title and lede. */
  head: Box | null;
}

const nothing: Measured = { height: 480, sections: new Map(), head: null };

const boxOf = (element: Element): Box => {
  const { top, height } = element.getBoundingClientRect();
  return { top, height };
};

function measure(document: Document): Measured {
  const sections = [...document.querySelectorAll('.mqb-section')].map(
    (element) => [element.id, boxOf(element)] as const,
  );
  const head = document.querySelector('.head, .said');
  const main = document.querySelector('main');
  return {
    // Not the document's own height, which is never less than the frame's.
    height: Math.ceil((main?.getBoundingClientRect().bottom ?? nothing.height) + 32),
    sections: new Map(sections),
    head: head && boxOf(head),
  };
}

/** Shows another state of the page without loading the frame again, which would flash. */
function replace(document: Document, html: string): void {
  const next = new DOMParser().parseFromString(html, 'text/html');
  document.documentElement.style.cssText = next.documentElement.style.cssText;
  document.head.innerHTML = next.head.innerHTML;
  document.body.innerHTML = next.body.innerHTML;
}

interface Frame {
  /** What the frame is loaded with. */
  srcDoc: string;
  measured: Measured;
  /** For the frame: it has loaded. */
  onLoad: () => void;
  /** The page in the frame; null until it's loaded. */
  document: () => Document | null;
}

/** @param html null: not loaded yet */
export function useSectionBoxes(frame: RefObject<HTMLIFrameElement | null>, html: string | null): Frame {
  const [first, setFirst] = useState<string | null>(null);
  const [loads, setLoads] = useState(0);
  const [measured, setMeasured] = useState(nothing);
  if (first === null && html !== null) setFirst(html);
  useEffect(() => {
    const document = frame.current?.contentDocument;
    if (!document || loads === 0 || html === null) return;
    replace(document, html);
    const look = (): void => setMeasured(measure(document));
    look();
    // Pictures and fonts arrive later.
    const watch = new ResizeObserver(look);
    for (const element of document.querySelectorAll('main, .mqb-section')) watch.observe(element);
    return () => {
      watch.disconnect();
    };
  }, [frame, html, loads]);
  return {
    srcDoc: first ?? '',
    measured,
    onLoad: () => setLoads((before) => before + 1),
    document: () => (loads > 0 ? (frame.current?.contentDocument ?? null) : null),
  };
}
