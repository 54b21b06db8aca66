// The comments below a file on the page of a review link.
import type { ReactElement, ReactNode } from 'react';
import type { Comment } from '../../comments/schemas.ts';
import type { LinkThread } from '../../comments/asset-comments.ts';
import { clock } from '../../lib/picture-places.ts';
import { momentText } from '../../sharing/words.ts';
import { formId, TextForm, type Forms } from './forms.tsx';

export interface NumberedThread extends LinkThread {
  /** On the picture, in the order in which they were started; null: not on a place of it. */
  number: number | null;
}

/** Only places on the version that is shown are on its picture. */
export function numbered(threads: readonly LinkThread[]): NumberedThread[] {
  const isPlaced = ({ on, shown, anchor }: LinkThread): boolean =>
    on.kind === 'asset' && on.id === shown && (anchor?.rect ?? anchor?.point) !== undefined;
  let count = threads.filter(isPlaced).length;
  return threads.map((thread) => ({ ...thread, number: isPlaced(thread) ? count-- : null }));
}

interface Around {
  forms: Forms;
  /** The file that is shown. */
  asset: string;
  organization: string;
}

/** Edits and deletes a visitor's own comment. */
function Own({ comment, forms, asset }: { comment: Comment } & Around): ReactElement {
  const { id, thread, body } = comment;
  const edit = formId('edit', id);
  return (
    <>
      <details className="act" open={forms.refused?.at === edit}>
        <summary>Edit</summary>
        <TextForm
          forms={forms}
          id={edit}
          action={`comments/${id}`}
          label="Your comment"
          button="Save"
          fields={{ asset }}
          initial={body}
        />
      </details>
      <details className="act">
        <summary>Delete…</summary>
        <form method="post" action={`${forms.at}/comments/${id}`} className="write">
          <input type="hidden" name="asset" value={asset} />
          <input type="hidden" name="page" value={forms.page} />
          <button name="action" value="delete">
            {thread === null ? 'Delete with its replies' : 'Delete this reply'}
          </button>
        </form>
      </details>
    </>
  );
}

function Said({
  comment,
  children,
  ...around
}: { comment: Comment; children?: ReactNode } & Around): ReactElement {
  const { author, createdAt, editedAt, body } = comment;
  const isOwn = author.kind === 'visitor' && author.id === around.forms.visitor?.id;
  const from = isOwn ? 'You' : author.kind === 'visitor' ? null : around.organization;
  return (
    <>
      <p className="by">
        <strong dir="auto">{author.name}</strong>
        {from !== null && <span className="tag">{from}</span>}
        <span className="quiet small">
          <time dateTime={createdAt}>{momentText(createdAt)}</time>
          {editedAt === null ? '' : ', edited'}
        </span>
      </p>
      <p className="said" dir="auto">
        {body}
      </p>
      {(children !== undefined || isOwn) && (
        <div className="acts noprint">
          {children}
          {isOwn && <Own comment={comment} {...around} />}
        </div>
      )}
    </>
  );
}

/** Where it is, in words and as a link to its number on the picture. */
function Where({ thread, asset }: { thread: NumberedThread; asset: string }): ReactElement | null {
  const { number, anchor, outdated, id } = thread;
  const time = anchor?.from;
  if (number === null && time === undefined && anchor?.page === undefined && !outdated) return null;
  return (
    <p className="where">
      {number !== null && (
        <a className="pin inline" href={`#pin-${id}`} aria-label={`Comment ${number}: show on the picture`}>
          {number}
        </a>
      )}
      {time !== undefined && (
        <span data-seek={time} data-player={`player-${asset}`}>
          At {clock(time)}
        </span>
      )}
      {anchor?.page !== undefined && <span>Page {anchor.page}</span>}
      {outdated && <span className="tag">Earlier version</span>}
    </p>
  );
}

function Thread({ thread, ...around }: { thread: NumberedThread } & Around): ReactElement {
  const { forms, asset } = around;
  const { id, replies, resolved, outdated } = thread;
  const reply = formId('reply', id);
  return (
    <li className={outdated ? 'thread earlier' : 'thread'} id={`comment-${id}`} tabIndex={-1}>
      <Where thread={thread} asset={asset} />
      {resolved && <p className="small quiet">✓ Resolved</p>}
      <Said comment={thread} {...around}>
        {forms.visitor && (
          <details className="act" open={forms.refused?.at === reply}>
            <summary>Reply</summary>
            <TextForm
              forms={forms}
              id={reply}
              action="comments"
              label="Your reply"
              button="Reply"
              fields={{ asset, thread: id }}
            />
          </details>
        )}
      </Said>
      {replies.length > 0 && (
        <ul className="replies" aria-label="Replies">
          {replies.map((one) => (
            <li key={one.id} id={`comment-${one.id}`} tabIndex={-1}>
              <Said comment={one} {...around} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

export function Threads({
  threads,
  ...around
}: { threads: readonly NumberedThread[] } & Around): ReactElement {
  if (threads.length === 0) return <p className="quiet small">No comments yet.</p>;
  return (
    <ol className="threads">
      {threads.map((thread) => (
        <Thread key={thread.id} thread={thread} {...around} />
      ))}
    </ol>
  );
}
