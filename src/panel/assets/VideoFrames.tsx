'use client';
// Frames of a video over its tile: by where the pointer is, and one after the other for whoever comes by keys.
import { useEffect, useState, type CSSProperties, type FocusEvent, type PointerEvent } from 'react';
import { urlOf } from '../client/operations.ts';
import './video-frames.css';

/** In a strip (src/media/video-pieces.ts). */
const frameCount = 10;
const eachMs = 700;

interface Filmed {
  id: string;
  mime: string;
  width: number | null;
  height: number | null;
}

/**
 * What a card does with pointer and focus. Without a strip there's no picture, and the poster stays.
 * @returns the frame to show, from 0, null for none; and listeners for the card
 */
export function useVideoFrames({ mime, width, height }: Filmed) {
  const [frame, setFrame] = useState<number | null>(null);
  const [isPlayed, setPlayed] = useState(false);
  useEffect(() => {
    if (!isPlayed) return;
    const timer = window.setInterval(() => setFrame((at) => ((at ?? -1) + 1) % frameCount), eachMs);
    return () => window.clearInterval(timer);
  }, [isPlayed]);
  if (!mime.startsWith('video/') || !width || !height) return { frame: null, listeners: {} };
  const end = (): void => {
    setPlayed(false);
    setFrame(null);
  };
  const listeners = {
    onPointerMove: ({ currentTarget, clientX, pointerType }: PointerEvent<HTMLElement>): void => {
      if (pointerType === 'touch') return;
      const { left, width: across } = currentTarget.getBoundingClientRect();
      const at = Math.floor(((clientX - left) / across) * frameCount);
      setFrame(Math.max(0, Math.min(at, frameCount - 1)));
    },
    onPointerLeave: end,
    onFocus: ({ target }: FocusEvent): void => {
      // What moves by itself is for those who didn't ask to be spared it.
      if (!target.matches(':focus-visible') || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      setPlayed(true);
    },
    onBlur: end,
  };
  return { frame, listeners };
}

export function VideoFrames({ asset, frame, fills }: { asset: Filmed; frame: number; fills: boolean }) {
  const { width, height } = asset;
  const shape = {
    '--shape': (width ?? 1) / (height ?? 1),
    backgroundImage: `url("${urlOf('get_asset_strip', { id: asset.id })}")`,
    backgroundPositionX: `${(frame / (frameCount - 1)) * 100}%`,
  } as CSSProperties;
  return (
    <span className={`mq-frames ${fills ? 'mq-frames--fill' : ''}`} aria-hidden="true" data-frame={frame}>
      <span className="mq-frames__one" style={shape} />
      <span className="mq-frames__at" style={{ '--at': (frame + 1) / frameCount } as CSSProperties} />
    </span>
  );
}
