'use client';
// Comment threads on a page or one of its sections. Resolved ones are hidden behind a filter.
import { toast } from '@payloadcms/ui';
import { useState, type ReactNode } from 'react';
import type { BrandComment, CommentThread } from '../../../brands/schemas.ts';
import { call, wordsOf } from '../../client/api.ts';
import { Ask } from '../../ui/Ask.tsx';
import { moment } from '../../ui/format.ts';
import { ChoicePart, TextPart } from '../../ui/inputs.tsx';
import { useMe } from '../../client/me.tsx';
import { useRead } from '../../client/useRead.ts';

interface Props {
  brand: string;
  page: string;
  /** Section labels by id. */
  sections: readonly { id: string; label: string }[];
  /** False: people can only delete their own comments. */
  mayWrite: boolean;
}

function CommentBody({ comment, children }: { comment: BrandComment; children?: ReactNode }) {
  return (
    <>
      <p className="mq-comment__who">
        <strong>{comment.author.name}</strong>{' '}
        <time className="mq-muted" dateTime={comment.createdAt}>
          {moment(comment.createdAt)}
          {comment.editedAt ? ', edited' : ''}
        </time>
      </p>
      <p className="mq-comment__body">{comment.body}</p>
      {children}
    </>
  );
}

function CommentForm({
  id,
  label,
  button,
  onSend,
  children,
}: {
  id: string;
  label: string;
  button: string;
  onSend: (body: string) => Promise<void>;
  children?: ReactNode;
}) {
  const [body, setBody] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await onSend(body.trim());
      setBody('');
    } catch (error) {
      toast.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="mq-form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextPart id={id} label={label} type="lines" value={body} maxLength={10_000} onChange={setBody} />
      <div className="mq-row">
        <button type="submit" className="mq-button mq-button--small" disabled={busy || body.trim() === ''}>
          {button}
        </button>
        {children}
      </div>
    </form>
  );
}

function Thread({
  path,
  thread,
  place,
  mayDelete,
  onChanged,
}: {
  path: string;
  thread: CommentThread;
  place: string | null;
  mayDelete: (comment: BrandComment) => boolean;
  onChanged: () => void;
}) {
  const [answering, setAnswering] = useState(false);
  const resolved = thread.resolvedAt !== null;
  const turn = async (): Promise<void> => {
    try {
      await call('PATCH', `${path}/${thread.id}`, { body: { resolved: !resolved } });
      onChanged();
    } catch (error) {
      toast.error(wordsOf(error));
    }
  };
  const remove = (comment: BrandComment, label: string) =>
    mayDelete(comment) && (
      <Ask
        label="Delete…"
        confirm={label}
        onConfirm={async () => {
          await call('DELETE', `${path}/${comment.id}`);
          onChanged();
        }}
      />
    );
  return (
    <li className="mq-thread" data-resolved={resolved}>
      {place && <span className="mq-badge mq-badge--note">{place}</span>}
      <CommentBody comment={thread} />
      {thread.replies.length > 0 && (
        <ul className="mq-thread__replies" aria-label="Replies">
          {thread.replies.map((reply) => (
            <li key={reply.id}>
              <CommentBody comment={reply}>{remove(reply, 'Delete this reply')}</CommentBody>
            </li>
          ))}
        </ul>
      )}
      {resolved && (
        <p className="mq-muted">
          Resolved by {thread.resolvedBy}, {moment(thread.resolvedAt ?? '')}
        </p>
      )}
      {answering ? (
        <CommentForm
          id={`mq-reply-${thread.id}`}
          label="Your reply"
          button="Reply"
          onSend={async (body) => {
            await call('POST', path, { body: { thread: thread.id, body } });
            setAnswering(false);
            onChanged();
          }}
        >
          <button
            type="button"
            className="mq-link"
            onClick={() => {
              setAnswering(false);
            }}
          >
            Cancel
          </button>
        </CommentForm>
      ) : (
        <div className="mq-row">
          <button
            type="button"
            className="mq-button mq-button--small"
            onClick={() => {
              setAnswering(true);
            }}
          >
            Reply
          </button>
          <button type="button" className="mq-button mq-button--small" onClick={() => void turn()}>
            {resolved ? 'Reopen' : 'Resolve'}
          </button>
          {remove(thread, 'Delete with its replies')}
        </div>
      )}
    </li>
  );
}

export function PageComments({ brand, page, sections, mayWrite }: Props) {
  const path = `/api/v1/brands/${brand}/comments`;
  const me = useMe();
  const [resolved, setResolved] = useState(false);
  const [section, setSection] = useState('');
  const [most, setMost] = useState(20);
  const { data, problem, again } = useRead<CommentThread[]>(
    `${path}?page=${encodeURIComponent(page)}&resolved=${String(resolved)}&limit=${most + 1}`,
  );
  const labels = new Map(sections.map(({ id, label }) => [id, label]));
  return (
    <section className="mq-section mq-comments" aria-labelledby="mq-comments">
      <h2 id="mq-comments">Comments</h2>
      <div className="mq-filters" role="group" aria-label="Filter comments">
        {[false, true].map((one) => (
          <button
            key={String(one)}
            type="button"
            aria-pressed={resolved === one}
            onClick={() => {
              setResolved(one);
            }}
          >
            {one ? 'Resolved' : 'Open'}
          </button>
        ))}
      </div>
      {problem && (
        <p role="alert" className="mq-alert">
          {problem}
        </p>
      )}
      {data?.length === 0 && (
        <p className="mq-quiet">{resolved ? 'No resolved comments yet.' : 'No open comments.'}</p>
      )}
      <ul className="mq-threads">
        {data?.slice(0, most).map((thread) => (
          <Thread
            key={thread.id}
            path={path}
            thread={thread}
            place={thread.section === null ? null : (labels.get(thread.section) ?? 'Deleted section')}
            mayDelete={({ author }) => mayWrite || (author.kind === 'person' && author.id === me?.id)}
            onChanged={again}
          />
        ))}
      </ul>
      {data && data.length > most && most < 99 && (
        <button
          type="button"
          className="mq-link"
          onClick={() => {
            setMost(99);
          }}
        >
          Show older comments
        </button>
      )}
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
        onSend={async (body) => {
          await call('POST', path, { body: { page, body, ...(section ? { section } : {}) } });
          setResolved(false);
          again();
        }}
      />
    </section>
  );
}
