'use client';
// Threads on other versions of an asset: they stay where they were made.
import { Link } from '@payloadcms/ui';
import type { Thread } from '../../comments/schemas.ts';
import { useAdminRoute } from '../shell/routes.ts';
import { ThreadList, type SharedProps } from './ThreadList.tsx';
import { useWords } from '../words/useWords.ts';

interface Props {
  threads: readonly Thread[];
  shared: SharedProps;
}

function Group({ label, threads, shared }: Props & { label: string }) {
  const { t } = useWords();
  const route = useAdminRoute();
  if (threads.length === 0) return null;
  return (
    <section className="mq-earlier" aria-label={label}>
      <h3>{label}</h3>
      <ThreadList
        threads={threads}
        placeOf={({ on, id, version }) =>
          on.kind === 'asset' && (
            <Link href={`${route(`/collections/assets/${on.id}`)}#comment-${id}`} prefetch={false}>
              {t('comments:version', { version: version ?? '' })}
            </Link>
          )
        }
        {...shared}
      />
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
