'use client';
// A value for what goes on after a wait: by then the person may have moved on, and what a function closed over is from before.
import { useCallback, useEffect, useRef } from 'react';

/** @returns a function that gives the value as of the last drawing, whenever it's called */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return useCallback(() => latest.current, []);
}
