'use client';
// What a component was drawn with last, for handlers of its children: the children get the same object at each draw, and so are drawn again
// only when they look different.
import { useLayoutEffect, useRef, type RefObject } from 'react';

export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
