'use client';
// Comment threads on a page or one of its sections. Resolved ones are hidden behind a filter.
import { useState } from 'react';
import { call, type DataFor } from '../../client/operations.ts';
import { useMe } from '../../client/me.tsx';
import { useOperation } from '../../client/useOperation.ts';
import { Alert } from '../../ui/Alert.tsx';
import { FilterButtons } from '../../ui/FilterButtons.tsx';
import { ChoicePart } from '../../ui/inputs.tsx';
import { CommentForm } from './CommentForm.tsx';
import { CommentThread } from './CommentThread.tsx';

interface NewCommentProps {
  /** Section labels by id. */
  sections: readonly { id: string; label: string }[];
  /** Without a section, the comment is about the whole page. */
  onSend: (comment: { body: string; section?: string }) => Promise<void>;
}

function NewComment({ sections, onSend }: NewCommentProps) {
  const [section, setSection] = useState('');
  return (
    <>
      {sections.length > 0 && (
        <ChoicePart
          id="mq-comment-section"
          label="About"
          none="The whole page"
          value={section}
          options={sections.map(({ id, label }) => ({ value: id, label }))}
          onChange={setSection}
        />
      )}
      <CommentForm
        id="mq-comment"
        label="Add a comment to this page"
        button="Comment"
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

interface ThreadsProps extends Pick<Props, 'brand' | 'sections' | 'mayWrite'> {
  threads: DataFor<'list_comments'>;
  onChanged: () => void;
}

function Threads({ brand, sections, mayWrite, threads, onChanged }: ThreadsProps) {
  const me = useMe();
  const labels = new Map(sections.map(({ id, label }) => [id, label]));
  return (
    <ul className="mq-threads">
      {threads.map((thread) => (
        <CommentThread
          key={thread.id}
          brand={brand}
          thread={thread}
          place={thread.section === null ? null : (labels.get(thread.section) ?? 'Deleted section')}
          mayDelete={({ author }) => mayWrite || (author.kind === 'person' && author.id === me?.id)}
          onChanged={onChanged}
        />
      ))}
    </ul>
  );
}

export function PageComments({ brand, page, sections, mayWrite }: Props) {
  const [resolved, setResolved] = useState(false);
  const [most, setMost] = useState(20);
  const { data, problem, again } = useOperation('list_comments', {
    slug: brand,
    page,
    resolved: resolved ? 'true' : 'false',
    limit: most + 1,
  });
  return (
    <section className="mq-section mq-comments" aria-labelledby="mq-comments">
      <h2 id="mq-comments">Comments</h2>
      <FilterButtons
        label="Filter comments"
        options={[
          { value: false, label: 'Open' },
          { value: true, label: 'Resolved' },
        ]}
        chosen={resolved}
        onChange={setResolved}
      />
      <Alert problem={problem} />
      {data?.length === 0 && (
        <p className="mq-quiet">{resolved ? 'No resolved comments yet.' : 'No open comments.'}</p>
      )}
      <Threads
        brand={brand}
        sections={sections}
        mayWrite={mayWrite}
        threads={data?.slice(0, most) ?? []}
        onChanged={again}
      />
      {data && data.length > most && most < 99 && (
        <button type="button" className="mq-link" onClick={() => setMost(99)}>
          Show older comments
        </button>
      )}
      <NewComment
        sections={sections}
        onSend={async (comment) => {
          await call('create_comment', { slug: brand, body: { page, ...comment } });
          setResolved(false);
          again();
        }}
      />
    </section>
  );
}
