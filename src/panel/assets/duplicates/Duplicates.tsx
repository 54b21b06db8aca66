'use client';
// Near-duplicates in the library: groups to decide on, and those that are kept on purpose.
import { Gutter, SetStepNav } from '@payloadcms/ui';
import { useState } from 'react';
import { isAllowed, useMe } from '../../client/me.tsx';
import { useAdminRoute } from '../../shell/routes.ts';
import { Empty, LoadingRows } from '../../ui/Empty.tsx';
import { NotLoaded } from '../../ui/states/NotLoaded.tsx';
import { useWords } from '../../words/useWords.ts';
import { DuplicateGroup } from './DuplicateGroup.tsx';
import { useDuplicates } from './useDuplicates.ts';
import './duplicates.css';

function Groups({ isKept }: { isKept: boolean }) {
  const { t } = useWords();
  const me = useMe();
  const { groups, total, pending, problem, again, loadMore, leave } = useDuplicates(isKept);
  const trouble = <NotLoaded problem={problem} onRetry={again} />;
  if (!groups) return problem === null ? <LoadingRows /> : trouble;
  return (
    <>
      {trouble}
      {pending > 0 && (
        <p className="mq-muted" role="status">
          {t('duplicates:pending', { count: pending })}
        </p>
      )}
      {groups.length === 0 && loadMore === null && (
        <Empty title={t(isKept ? 'duplicates:noneKept' : 'duplicates:none')}>
          {t(isKept ? 'duplicates:noneKeptMeans' : 'duplicates:noneMeans')}
        </Empty>
      )}
      <ul className="mq-alike-groups" aria-label={t('duplicates:list')}>
        {groups.map((group) => (
          <DuplicateGroup
            key={group.key}
            group={group}
            isKept={isKept}
            mayDecide={me !== null && isAllowed(me, 'write')}
            onGone={(ids) => leave(group.key, ids)}
          />
        ))}
      </ul>
      {loadMore && (
        <button type="button" className="mq-button" onClick={loadMore}>
          {t('duplicates:showMore', { count: total })}
        </button>
      )}
    </>
  );
}

const lists = [
  { isKept: false, label: 'duplicates:undecided' },
  { isKept: true, label: 'duplicates:kept' },
] as const;

export function Duplicates() {
  const { t } = useWords();
  const route = useAdminRoute();
  const [isKept, setKept] = useState(false);
  return (
    <main>
      <SetStepNav
        nav={[
          { label: t('menu:library'), url: route('/collections/assets') },
          { label: t('menu:duplicates') },
        ]}
      />
      <Gutter className="mq-library">
        <header className="mq-head">
          <h1>{t('menu:duplicates')}</h1>
          <div className="mq-switch" role="group" aria-label={t('duplicates:show')}>
            {lists.map((list) => (
              <button
                key={list.label}
                type="button"
                aria-pressed={list.isKept === isKept}
                onClick={() => setKept(list.isKept)}
              >
                {t(list.label)}
              </button>
            ))}
          </div>
        </header>
        <p className="mq-hint">{t(isKept ? 'duplicates:introKept' : 'duplicates:intro')}</p>
        <Groups key={String(isKept)} isKept={isKept} />
      </Gutter>
    </main>
  );
}
