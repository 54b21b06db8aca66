'use client';
// Where the picture or video of a preview is, however the preview shows it: comments are placed on it.
import { useEffect, useState, type RefObject } from 'react';

interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface MediaBox {
  /** The frame that may cut the picture off, from the upper left corner of the root. */
  frame: Rectangle;
  /** The whole picture, from the upper left corner of the frame. */
  media: Rectangle;
}

const inside = (box: DOMRect, outer: DOMRect): Rectangle => ({
  left: Math.round(box.left - outer.left),
  top: Math.round(box.top - outer.top),
  width: Math.round(box.width),
  height: Math.round(box.height),
});

function measured(root: HTMLElement, media: HTMLElement): MediaBox | null {
  const around = root.getBoundingClientRect();
  const frame = (media.closest('.mq-preview') ?? media).getBoundingClientRect();
  const box = media.getBoundingClientRect();
  return box.width === 0 || box.height === 0
    ? null
    : { frame: inside(frame, around), media: inside(box, frame) };
}

/** @returns null without a picture or video, or until it has loaded. */
export function useMediaBox(root: RefObject<HTMLElement | null>): MediaBox | null {
  const [box, setBox] = useState<MediaBox | null>(null);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    let media: HTMLElement | null = null;
    const measure = (): void => {
      const next = media && measured(element, media);
      setBox((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    const sizes = new ResizeObserver(measure);
    // The preview may show another element for the same picture, such as a larger one.
    const follow = (): void => {
      const next = element.querySelector<HTMLElement>('img, video');
      if (next !== media) {
        if (media) sizes.unobserve(media);
        if (next) sizes.observe(next);
        media = next;
      }
      measure();
    };
    sizes.observe(element);
    const changes = new MutationObserver(follow);
    changes.observe(element, { childList: true, subtree: true });
    element.addEventListener('scroll', measure, { capture: true, passive: true });
    follow();
    return () => {
      sizes.disconnect();
      changes.disconnect();
      element.removeEventListener('scroll', measure, { capture: true });
    };
  }, [root]);
  return box;
}
