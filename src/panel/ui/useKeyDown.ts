'use client';
// Keys that a view answers, wherever the focus is.
import { useEffect, useEffectEvent } from 'react';

/** @param isOn false: the keys are left alone */
export function useKeyDown(onKey: (event: KeyboardEvent) => void, isOn = true): void {
  const handle = useEffectEvent(onKey);
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent): void => handle(event);
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, [isOn]);
}
