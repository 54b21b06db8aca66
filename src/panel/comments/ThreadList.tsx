'use client';
// Threads of comments, one below the other.
import type { ComponentProps, ReactNode } from 'react';
import { CommentThread } from './CommentThread.tsx';

type ThreadProps = ComponentProps<typeof CommentThread>;

export type SharedProps = Omit<ThreadProps, 'thread' | 'place' | 'isChosen'>;

interface Props<Thread extends ThreadProps['thread']> extends SharedProps {
  threads: readonly Thread[];
  /** Where on the page or asset a thread is. */
  placeOf: (thread: Thread) => ReactNode;
  /** The ID of the thread that is highlighted. */
  chosen?: string | null;
}

export function ThreadList<Thread extends ThreadProps['thread']>({
  threads,
  placeOf,
  chosen,
  ...shared
}: Props<Thread>) {
  return (
    <ul className="mq-threads">
      {threads.map((thread) => (
        <CommentThread
          key={thread.id}
          thread={thread}
          place={placeOf(thread)}
          isChosen={chosen === thread.id}
          {...shared}
        />
      ))}
    </ul>
  );
}
