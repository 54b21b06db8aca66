'use client';
// What a list shows before it has anything: cards or rows in outline while it loads, and then what belongs here.
import type { ReactNode } from 'react';
import './empty.css';

interface Props {
  title: string;
  /** What belongs here. */
  children: ReactNode;
  /** The button that adds the first one. */
  action?: ReactNode;
}

export function Empty({ title, children, action }: Props) {
  return (
    <div className="mq-empty">
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}

export function LoadingCards() {
  return (
    <ul className="mq-grid" aria-hidden="true">
      {Array.from({ length: 8 }, (_, at) => (
        <li key={at} className="mq-card mq-card--shadow" />
      ))}
    </ul>
  );
}

export function LoadingRows() {
  return (
    <div className="mq-rows-loading" aria-hidden="true">
      {Array.from({ length: 8 }, (_, at) => (
        <div key={at} />
      ))}
    </div>
  );
}
