'use client';
// A comment with its replies, on whatever it is: replying, editing, resolving and deleting.
import { useState, type ReactNode } from 'react';
import type { CommentLink, CommonComment } from '../../comments/schemas.ts';
import { call } from '../client/operations.ts';
import { useBusy } from '../client/useBusy.ts';
import { useMe } from '../client/me.tsx';
import { Ask } from '../ui/Ask.tsx';

import { Composer } from './Composer.tsx';
import type { Suggest } from './useMentions.ts';
import { useWords } from '../words/useWords.ts';

/** Only comments on assets are made through links. */
type Shown = CommonComment & { link?: CommentLink | null };
type Thread = Shown & { replies: readonly Shown[] };

interface Shared {
  suggest?: Suggest | undefined;
  /** False: only reads. */
  mayComment: boolean;
  /** Deletes comments of others, too. */
  mayDelete: boolean;
  onChanged: () => void;
}

interface CommentProps extends Shared {
  comment: Shown;
  /** What the confirmation of deleting says. */
  confirm: string;
  /** More to do, next to the comment's own. */
  children?: ReactNode;
}

/** Of a visitor: through which link, and how to reach them. */
function Outside({ comment: { author, link } }: { comment: Shown }) {
  const { t } = useWords();
  if (!link) return null;
  return (
    <>
      <span className="mq-badge mq-badge--note">{t('comments:throughLink', { name: link.name })}</span>{' '}
      {author.email !== undefined && (
        <>
          <a href={`mailto:${encodeURIComponent(author.email)}`}>{author.email}</a>{' '}
        </>
      )}
    </>
  );
}

function OneComment({ comment, confirm, suggest, mayComment, mayDelete, onChanged, children }: CommentProps) {
  const { t, moment } = useWords();
  const me = useMe();
  const [editing, setEditing] = useState(false);
  const isOwn = mayComment && comment.author.kind === 'person' && comment.author.id === me?.id;
  const { id } = comment;
  const written = moment(comment.createdAt);
  return (
    <>
      <p className="mq-comment__who">
        <strong>{comment.author.name}</strong> <Outside comment={comment} />
        <time className="mq-muted" dateTime={comment.createdAt}>
          {comment.editedAt ? t('comments:writtenEdited', { date: written }) : written}
        </time>
      </p>
      {editing ? (
        <Composer
          id={`mq-edit-${id}`}
          label={t('comments:yourComment')}
          button={t('ui:save')}
          keptAs={`comments/${id}/edit`}
          initial={comment.body}
          suggest={suggest}
          autoFocus
          onSend={async (body) => {
            await call('update_comment', { id, body: { body } });
            setEditing(false);
            onChanged();
          }}
        >
          <button type="button" className="mq-link" onClick={() => setEditing(false)}>
            {t('ui:cancel')}
          </button>
        </Composer>
      ) : (
        <>
          <p className="mq-comment__body">{comment.body}</p>
          <div className="mq-row">
            {children}
            {isOwn && (
              <button type="button" className="mq-button mq-button--small" onClick={() => setEditing(true)}>
                {t('ui:edit')}
              </button>
            )}
            {(isOwn || mayDelete) && (
              <Ask
                label={t('ui:deleteAsk')}
                confirm={confirm}
                onConfirm={async () => {
                  await call('delete_comment', { id });
                  onChanged();
                }}
              />
            )}
          </div>
        </>
      )}
    </>
  );
}

interface ActionsProps {
  thread: Thread;
  onReply: () => void;
  onChanged: () => void;
}

function ThreadActions({ thread, onReply, onChanged }: ActionsProps) {
  const { t } = useWords();
  const [busy, during] = useBusy();
  const resolved = thread.resolvedAt !== null;
  const turn = async (): Promise<void> => {
    await call('resolve_comment', { id: thread.id, body: { resolved: !resolved } });
    onChanged();
  };
  return (
    <>
      <button type="button" className="mq-button mq-button--small" onClick={onReply}>
        {t('comments:reply')}
      </button>
      <button
        type="button"
        className="mq-button mq-button--small"
        disabled={busy}
        onClick={() => void during(turn)}
      >
        {resolved ? t('comments:reopen') : t('comments:resolve')}
      </button>
    </>
  );
}

interface ReplyProps {
  thread: Thread;
  suggest: Suggest | undefined;
  onSent: () => void;
  onCancel: () => void;
}

function ReplyForm({ thread, suggest, onSent, onCancel }: ReplyProps) {
  const { t } = useWords();
  return (
    <Composer
      id={`mq-reply-${thread.id}`}
      label={t('comments:yourReply')}
      button={t('comments:reply')}
      keptAs={`comments/${thread.id}/reply`}
      suggest={suggest}
      autoFocus
      onSend={async (body) => {
        await call('reply_to_comment', { id: thread.id, body: { body } });
        onSent();
      }}
    >
      {thread.link?.id && <p className="mq-hint">{t('comments:visitorsRead', { name: thread.link.name })}</p>}
      <button type="button" className="mq-link" onClick={onCancel}>
        {t('ui:cancel')}
      </button>
    </Composer>
  );
}

interface Props extends Shared {
  thread: Thread;
  /** Where it is, on the asset or page. */
  place?: ReactNode;
  isChosen?: boolean;
}

export function CommentThread({ thread, place, isChosen = false, ...shared }: Props) {
  const { t, moment } = useWords();
  const { suggest, mayComment, onChanged } = shared;
  const [answering, setAnswering] = useState(false);
  const closeReply = (): void => {
    setAnswering(false);
  };
  return (
    <li
      className="mq-thread mq-framed"
      id={`comment-${thread.id}`}
      tabIndex={-1}
      data-resolved={thread.resolvedAt !== null}
      data-chosen={isChosen}
    >
      {place}
      <OneComment comment={thread} confirm={t('comments:deleteWithReplies')} {...shared}>
        {mayComment && !answering && (
          <ThreadActions thread={thread} onReply={() => setAnswering(true)} onChanged={onChanged} />
        )}
      </OneComment>
      {thread.replies.length > 0 && (
        <ul className="mq-thread__replies" aria-label={t('comments:replies')}>
          {thread.replies.map((reply) => (
            <li key={reply.id}>
              <OneComment comment={reply} confirm={t('comments:deleteReply')} {...shared} />
            </li>
          ))}
        </ul>
      )}
      {thread.resolvedAt !== null && (
        <p className="mq-muted">
          {t('comments:resolvedBy', { name: thread.resolvedBy ?? '', date: moment(thread.resolvedAt) })}
        </p>
      )}
      {answering && (
        <ReplyForm
          thread={thread}
          suggest={suggest}
          onSent={() => {
            closeReply();
            onChanged();
          }}
          onCancel={closeReply}
        />
      )}
    </li>
  );
}
