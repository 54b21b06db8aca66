'use client';
// Threads on other versions of an asset: they stay where they were made.
import { Link } from '@payloadcms/ui';
import type { ComponentProps } from 'react';
import type { Thread } from '../../comments/schemas.ts';
import { useAdminRoute } from '../shell/routes.ts';
import { CommentThread } from './CommentThread.tsx';
import { useWords } from '../words/useWords.ts';

interface Props {
  threads: readonly Thread[];
  shared: Omit<ComponentProps<typeof CommentThread>, 'thread' | 'place' | 'isChosen'>;
}

function Group({ label, threads, shared }: Props & { label: string }) {
  const { t } = useWords();
  const route = useAdminRoute();
  if (threads.length === 0) return null;
  return (
    <section className="mq-earlier" aria-label={label}>
      <h3>{label}</h3>
      <ul className="mq-threads">
        {threads.map((thread) => (
          <CommentThread
            key={thread.id}
            thread={thread}
            place={
              thread.on.kind === 'asset' && (
                <Link
                  href={`${route(`/collections/assets/${thread.on.id}`)}#comment-${thread.id}`}
                  prefetch={false}
                >
                  {t('comments:version', { version: thread.version ?? '' })}
                </Link>
              )
            }
            {...shared}
          />
        ))}
      </ul>
    </section>
  );
}

export function EarlierComments({ threads, shared }: Props) {
  const { t } = useWords();
  return (
    <>
      <Group
        label={t('comments:onEarlierVersions')}
        threads={threads.filter(({ outdated }) => outdated)}
        shared={shared}
      />
      <Group
        label={t('comments:onOtherVersions')}
        threads={threads.filter(({ outdated }) => !outdated)}
        shared={shared}
      />
    </>
  );
}
