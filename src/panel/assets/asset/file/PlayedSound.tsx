'use client';
// A sound that is played, with its waveform, which moves through it by pointer and by keys.
import { useMemo, useRef, useState, type CSSProperties } from 'react';
import { clock } from '../../../../lib/picture-places.ts';
import { contentOf } from '../../../ui/format.ts';
import { useWords } from '../../../words/useWords.ts';
import { usePreview } from '../../usePreview.ts';
import './sound.css';

/** Bars on both sides of the middle, 2 wide and 100 high together; silence keeps a line. */
const barsOf = (peaks: readonly number[]): string =>
  peaks
    .map((peak, at) => `M${at * 2 + 0.5} ${50 - Math.max(1, peak * 50)}v${Math.max(2, peak * 100)}`)
    .join('');

interface WaveformProps {
  peaks: readonly number[];
  /** Seconds. */
  at: number;
  duration: number;
  onMove: (seconds: number) => void;
}

function Waveform({ peaks, at, duration, onMove }: WaveformProps) {
  const { t } = useWords();
  const bars = useMemo(() => barsOf(peaks), [peaks]);
  return (
    // Time runs from left to right in every language.
    <div className="mq-wave" dir="ltr" style={{ '--played': at / duration } as CSSProperties}>
      {['mq-wave__all', 'mq-wave__played'].map((name) => (
        <svg
          key={name}
          className={name}
          viewBox={`0 0 ${peaks.length * 2} 100`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={bars} />
        </svg>
      ))}
      <input
        type="range"
        min={0}
        max={Math.ceil(duration)}
        step={1}
        value={Math.min(Math.round(at), Math.ceil(duration))}
        aria-label={t('asset:soundPosition')}
        aria-valuetext={t('asset:soundAt', { at: clock(at), duration: clock(duration) })}
        onChange={({ target }) => onMove(Number(target.value))}
      />
    </div>
  );
}

export function PlayedSound({ id, name }: { id: string; name: string }) {
  const preview = usePreview(id);
  const player = useRef<HTMLAudioElement>(null);
  const [at, setAt] = useState(0);
  const [played, setPlayed] = useState(0);
  const duration = played || (preview?.duration ?? 0);
  const move = (seconds: number): void => {
    setAt(seconds);
    if (player.current) player.current.currentTime = seconds;
  };
  return (
    <div className="mq-sound">
      {preview?.peaks && duration > 0 && (
        <Waveform peaks={preview.peaks} at={at} duration={duration} onMove={move} />
      )}
      <audio
        ref={player}
        controls
        preload="metadata"
        src={contentOf(id)}
        aria-label={name}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onLoadedMetadata={({ currentTarget }) => {
          if (Number.isFinite(currentTarget.duration)) setPlayed(currentTarget.duration);
        }}
      />
    </div>
  );
}
