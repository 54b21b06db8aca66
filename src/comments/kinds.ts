// What can be commented on. Each kind keeps its comments in a table of its own; everything else about them is written once, in
// `threads.ts`.
import type { Ability } from '../core/access/ladder.ts';

import type { Db } from '../core/db/pool.ts';
import type { Context } from '../core/operation.ts';
import type { Anchor, Comment, CommentLink } from './schemas.ts';

/** What comments can be on. */
export type Commented = 'asset' | 'brand';

export type Writer = Pick<Context, 'service' | 'req' | 'db' | 'caller'>;

export interface CommentRow {
  id: string;
  thread: string | null;
  body: string;
  author: { kind: string; id: string | null; name: string };
  /** Of a visitor. */
  authorEmail?: string | null;
  /** What a visitor commented through; its id is null once it's deleted. */
  link?: CommentLink | null;
  createdAt: Date;
  editedAt: Date | null;
  resolvedAt: Date | null;
  resolvedBy: string | null;
}

/** What is stored of a new comment, besides what it is on. */
export interface WrittenComment {
  body: string;
  authorKind: string;
  author: string;
  authorId: string | null;
  /** Only of a visitor. */
  visitor?: { email: string; link: { id: string; name: string } };
}

export interface CommentChange {
  body?: string;
  editedAt?: string;
  resolvedAt?: string | null;
  resolvedBy?: string | null;
}

export type Happening = 'created' | 'replied' | 'edited' | 'resolved' | 'reopened' | 'deleted';

/** What a comment is on, for mails and for who can be mentioned. */
export interface Subject {
  kind: Commented;
  id: string;
  name: string;
  organizationId: string;
  /** Below the panel's address. */
  path: string;
}

/** `Row` is a comment with what it is on. */
export interface CommentKind<Row extends CommentRow = CommentRow> {
  name: string;
  /** SELECT of `id, workspace_id, private, deleted` of what the comment `$target` is on. */
  targetSql: string;
  /** What reading it takes. */
  reads: 'read' | 'propose';
  /** What callers need besides write for others' comments; null: nobody may. */
  others: { edit: Ability | null; delete: Ability };
  find(db: Db, id: string): Promise<Row | undefined>;
  repliesTo(db: Db, threads: readonly string[]): Promise<Row[]>;
  /** Locks a comment until the transaction ends. */
  lock(db: Db, id: string): Promise<void>;
  /** A reply, on what its thread is on. @returns its ID */
  reply(writer: Writer, thread: Row, comment: WrittenComment): Promise<string>;
  change(writer: Writer, id: string, change: CommentChange): Promise<void>;
  /** With its replies. */
  remove(writer: Writer, id: string): Promise<void>;
  tell(writer: Writer, happening: Happening, row: Row): Promise<void>;
  subjectOf(db: Db, row: Row): Promise<Subject>;
  /** What the general shape says beyond every comment's properties. */
  placeOf(row: Row): Pick<Comment, 'on' | 'version' | 'outdated' | 'link'> & { anchor: Anchor | null };
}

const kinds = new Map<string, CommentKind>();

/** Registering again replaces: Next has its own copy of every module. */
export function addCommentKind(kind: CommentKind): void {
  kinds.set(kind.name, kind);
}

export const commentKinds = (): CommentKind[] => [...kinds.values()];
