'use client';
// Comment threads on a page or one of its sections. Resolved ones are hidden behind a filter.
import { useState } from 'react';
import { call, type DataFor } from '../../client/operations.ts';
import { useOperation } from '../../client/useOperation.ts';
import { Alert } from '../../ui/Alert.tsx';
import { ChoicePart } from '../../ui/form/inputs.tsx';
import { Composer } from '../../comments/Composer.tsx';
import { ThreadList } from '../../comments/ThreadList.tsx';
import { ResolvedFilter } from '../../comments/ResolvedFilter.tsx';
import { useWords } from '../../words/useWords.ts';

interface NewCommentProps {
  /** Where what is typed is kept. */
  keptAs: string;
  /** Section labels by id. */
  sections: readonly { id: string; label: string }[];
  /** Without a section, the comment is about the whole page. */
  onSend: (comment: { body: string; section?: string }) => Promise<void>;
}

function NewComment({ keptAs, sections, onSend }: NewCommentProps) {
  const { t } = useWords();
  const [section, setSection] = useState('');
  return (
    <>
      {sections.length > 0 && (
        <ChoicePart
          id="mq-comment-section"
          label={t('pages:commentAbout')}
          none={t('pages:wholePage')}
          value={section}
          options={sections.map(({ id, label }) => ({ value: id, label }))}
          onChange={setSection}
        />
      )}
      <Composer
        id="mq-comment"
        label={t('pages:addComment')}
        button={t('comments:comment')}
        keptAs={keptAs}
        onSend={(body) => onSend({ body, ...(section ? { section } : {}) })}
      />
    </>
  );
}

interface Props extends Pick<NewCommentProps, 'sections'> {
  brand: string;
  page: string;
  /** False: people can only delete their own comments. */
  mayWrite: boolean;
}

interface ThreadsProps extends Pick<Props, 'sections' | 'mayWrite'> {
  threads: DataFor<'list_page_comments'>;
  onChanged: () => void;
}

function Threads({ sections, mayWrite, threads, onChanged }: ThreadsProps) {
  const { t } = useWords();
  const labels = new Map(sections.map(({ id, label }) => [id, label]));
  return (
    <ThreadList
      threads={threads}
      placeOf={({ section }) =>
        section !== null && (
          <span className="mq-badge mq-badge--note">{labels.get(section) ?? t('pages:deletedSection')}</span>
        )
      }
      mayComment
      mayDelete={mayWrite}
      onChanged={onChanged}
    />
  );
}

export function PageComments({ brand, page, sections, mayWrite }: Props) {
  const { t } = useWords();
  const [resolved, setResolved] = useState(false);
  const [most, setMost] = useState(20);
  const { data, problem, again } = useOperation('list_page_comments', {
    slug: brand,
    page,
    resolved: resolved ? 'true' : 'false',
    limit: most + 1,
  });
  return (
    <section className="mq-section mq-comments" aria-labelledby="mq-comments">
      <h2 id="mq-comments">{t('comments:title')}</h2>
      <ResolvedFilter resolved={resolved} onChange={setResolved} />
      <Alert problem={problem} />
      {data?.length === 0 && (
        <p className="mq-quiet">{t(resolved ? 'comments:noResolved' : 'comments:noOpen')}</p>
      )}
      <Threads
        sections={sections}
        mayWrite={mayWrite}
        threads={data?.slice(0, most) ?? []}
        onChanged={again}
      />
      {data && data.length > most && most < 99 && (
        <button type="button" className="mq-link" onClick={() => setMost(99)}>
          {t('comments:showOlder')}
        </button>
      )}
      <NewComment
        keptAs={`${brand}/pages/${page}/comment`}
        sections={sections}
        onSend={async (comment) => {
          await call('create_page_comment', { slug: brand, body: { page, ...comment } });
          setResolved(false);
          again();
        }}
      />
    </section>
  );
}
