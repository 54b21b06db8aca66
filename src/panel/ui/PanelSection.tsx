// A part of a page in a frame, with its heading.
import type { ReactNode } from 'react';

interface Props {
  /** Of the heading, which names the part. */
  id: string;
  title: ReactNode;
  children: ReactNode;
}

export function PanelSection({ id, title, children }: Props) {
  return (
    <section className="mq-panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
