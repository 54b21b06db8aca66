'use client';
// What a component was drawn with last. For handlers of its children: they get the same object at each draw, and so are drawn again only
// when they look different. And for what goes on after a wait: by then the person may have moved on.
import { useLayoutEffect, useRef, type RefObject } from 'react';

export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
