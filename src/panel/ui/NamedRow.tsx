'use client';
// Rows of lists of people, groups, fields and the like: the name, a line about it, and what can be done to it.
import { useState, type ReactNode } from 'react';
import { ChangeButton } from './ChangeButton.tsx';

interface HeadProps {
  name: ReactNode;
  /** The line below the name. */
  note: ReactNode;
  /** Beside both: badges and buttons. */
  children?: ReactNode;
}

function Head({ name, note, children }: HeadProps) {
  return (
    <div className="mq-person__head">
      <span className="mq-person__who">
        <strong>{name}</strong>
        <span className="mq-muted">{note}</span>
      </span>
      {children}
    </div>
  );
}

export function NamedRow(head: HeadProps) {
  return (
    <li className="mq-person">
      <Head {...head} />
    </li>
  );
}

interface OpeningProps extends Omit<HeadProps, 'children'> {
  marks?: ReactNode;
  /** Names what is changed, to tell the buttons of a list apart. Null: this person can't change it. */
  what: string | null;
  startsOpen?: boolean;
  /** The forms below it while it's open. */
  children: (close: () => void) => ReactNode;
}

/** A row that opens to change what it lists. */
export function OpeningRow({ marks, what, startsOpen = false, children, ...head }: OpeningProps) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <li className="mq-person">
      <Head {...head}>
        {marks}
        {what !== null && <ChangeButton what={what} open={open} onToggle={() => setOpen(!open)} />}
      </Head>
      {open && <div className="mq-person__more">{children(() => setOpen(false))}</div>}
    </li>
  );
}
