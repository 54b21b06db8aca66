'use client';
// A comment with its replies: replying, resolving and deleting.
import { toast } from '@payloadcms/ui';
import { useState, type ReactNode } from 'react';
import type { BrandComment, CommentThread as Thread } from '../../../brands/pages/comment-schemas.ts';
import { wordsOf } from '../../client/api.ts';
import { call } from '../../client/operations.ts';
import { Ask } from '../../ui/Ask.tsx';
import { moment } from '../../ui/format.ts';
import { CommentForm } from './CommentForm.tsx';

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

interface DeleteProps {
  brand: string;
  comment: BrandComment;
  /** What the confirmation says. */
  confirm: string;
  onChanged: () => void;
}

function DeleteComment({ brand, comment, confirm, onChanged }: DeleteProps) {
  return (
    <Ask
      label="Delete…"
      confirm={confirm}
      onConfirm={async () => {
        await call('delete_comment', { slug: brand, id: comment.id });
        onChanged();
      }}
    />
  );
}

interface ReplyProps {
  brand: string;
  thread: Thread;
  onSent: () => void;
  onCancel: () => void;
}

function ReplyForm({ brand, thread, onSent, onCancel }: ReplyProps) {
  return (
    <CommentForm
      id={`mq-reply-${thread.id}`}
      label="Your reply"
      button="Reply"
      onSend={async (body) => {
        await call('create_comment', { slug: brand, body: { thread: thread.id, body } });
        onSent();
      }}
    >
      <button type="button" className="mq-link" onClick={onCancel}>
        Cancel
      </button>
    </CommentForm>
  );
}

interface ActionsProps {
  brand: string;
  thread: Thread;
  mayDelete: boolean;
  onReply: () => void;
  onChanged: () => void;
}

function ThreadActions({ brand, thread, mayDelete, onReply, onChanged }: ActionsProps) {
  const resolved = thread.resolvedAt !== null;
  const turn = async (): Promise<void> => {
    try {
      await call('update_comment', { slug: brand, id: thread.id, body: { resolved: !resolved } });
      onChanged();
    } catch (error) {
      toast.error(wordsOf(error));
    }
  };
  return (
    <div className="mq-row">
      <button type="button" className="mq-button mq-button--small" onClick={onReply}>
        Reply
      </button>
      <button type="button" className="mq-button mq-button--small" onClick={() => void turn()}>
        {resolved ? 'Reopen' : 'Resolve'}
      </button>
      {mayDelete && (
        <DeleteComment
          brand={brand}
          comment={thread}
          confirm="Delete with its replies"
          onChanged={onChanged}
        />
      )}
    </div>
  );
}

interface Props {
  brand: string;
  thread: Thread;
  /** The section it's about; null: the whole page. */
  place: string | null;
  mayDelete: (comment: BrandComment) => boolean;
  onChanged: () => void;
}

export function CommentThread({ brand, thread, place, mayDelete, onChanged }: Props) {
  const [answering, setAnswering] = useState(false);
  const closeReply = (): void => {
    setAnswering(false);
  };
  return (
    <li className="mq-thread" data-resolved={thread.resolvedAt !== null}>
      {place && <span className="mq-badge mq-badge--note">{place}</span>}
      <CommentBody comment={thread} />
      {thread.replies.length > 0 && (
        <ul className="mq-thread__replies" aria-label="Replies">
          {thread.replies.map((reply) => (
            <li key={reply.id}>
              <CommentBody comment={reply}>
                {mayDelete(reply) && (
                  <DeleteComment
                    brand={brand}
                    comment={reply}
                    confirm="Delete this reply"
                    onChanged={onChanged}
                  />
                )}
              </CommentBody>
            </li>
          ))}
        </ul>
      )}
      {thread.resolvedAt !== null && (
        <p className="mq-muted">
          Resolved by {thread.resolvedBy}, {moment(thread.resolvedAt)}
        </p>
      )}
      {answering ? (
        <ReplyForm
          brand={brand}
          thread={thread}
          onSent={() => {
            closeReply();
            onChanged();
          }}
          onCancel={closeReply}
        />
      ) : (
        <ThreadActions
          brand={brand}
          thread={thread}
          mayDelete={mayDelete(thread)}
          onReply={() => setAnswering(true)}
          onChanged={onChanged}
        />
      )}
    </li>
  );
}
