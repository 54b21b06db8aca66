'use client';
// A record as somebody edits it. Every edit is kept in the browser at once, so that nothing typed is lost by leaving the view, a reload,
// or the end of a session; it's back when the record is opened again.
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../me.tsx';
import { dropDraft, keepDraft, readDraft, type Stored } from './kept-drafts.ts';
import { merge, same } from './merge.ts';
import { useInBrowser } from './useInBrowser.ts';

interface State<T> {
  /** The draft's owner and record. */
  of: string;
  /** The stored record that the edits were made to. */
  base: Stored<T>;
  edited: T;
  restoredAt: string | null;
  /** The record as somebody else saved it meanwhile. */
  theirs: Stored<T> | null;
  /** The version that was last seen. */
  seen: string;
}

export interface Draft<T> {
  /** Null until loaded. */
  value: T | null;
  /** What it was made of; null until loaded. */
  base: T | null;
  /** The version of that, which a save expects. */
  version: string;
  isChanged: boolean;
  /** When the edits were made, if they come from an earlier visit. */
  restoredAt: string | null;
  /** Set while the person has to merge: what they started with, and what somebody else made of it. */
  conflict: { before: T; theirs: Stored<T> } | null;
  change: (to: (before: T) => T) => void;
  discard: () => void;
  /** The record was saved. @param sent what was sent; later edits stay */
  settle: (stored: Stored<T>, sent: T) => void;
  /** Somebody else saved the record first. */
  meet: (theirs: Stored<T>) => void;
  /** Ends a conflict. @param value null: later */
  resolve: (value: T | null) => void;
}

function opened<T>(of: string, person: string, record: string, stored: Stored<T>): State<T> {
  const kept = readDraft<T>(person, record);
  const fresh: State<T> = {
    of,
    base: stored,
    edited: stored.value,
    restoredAt: null,
    theirs: null,
    seen: stored.version,
  };
  if (!kept || same(kept.edited, kept.base.value) || same(kept.edited, stored.value)) return fresh;
  const { value, differences } = merge(kept.base.value, stored.value, kept.edited);
  // Somebody has made the same changes.
  if (same(value, stored.value)) return fresh;
  const restored = { ...fresh, restoredAt: kept.at };
  return differences.some(({ isConflict }) => isConflict)
    ? { ...restored, base: kept.base, edited: kept.edited, theirs: stored }
    : { ...restored, edited: value };
}

const isEdited = <T>({ base, edited }: State<T>): boolean => !same(base.value, edited);

/** What a draft can be asked to do. @param set changes the state, and keeps what is edited in the browser */
function useActions<T>(
  stored: Stored<T> | null,
  set: (to: (before: State<T>) => State<T>) => void,
): Pick<Draft<T>, 'change' | 'discard' | 'settle' | 'meet' | 'resolve'> {
  return {
    change: (to) => set((before) => ({ ...before, edited: to(before.edited) })),
    discard: () =>
      set((before) => {
        const base = before.theirs ?? stored ?? before.base;
        return { ...before, base, edited: base.value, restoredAt: null, theirs: null };
      }),
    settle: (now, sent) =>
      set((before) => ({
        ...before,
        base: now,
        edited: same(before.edited, sent) ? now.value : merge(sent, now.value, before.edited).value,
        restoredAt: null,
        theirs: null,
      })),
    meet: (theirs) => set((before) => ({ ...before, theirs })),
    resolve: (value) =>
      set((before) =>
        value === null
          ? { ...before, theirs: null }
          : { ...before, base: before.theirs ?? before.base, edited: value, theirs: null },
      ),
  };
}

/** What is edited on top of what somebody else has saved; nothing if both changed the same. */
function followed<T>({ base, edited }: State<T>, stored: Stored<T>): Partial<State<T>> {
  const { value, differences } = merge(base.value, stored.value, edited);
  return differences.some(({ isConflict }) => isConflict) ? {} : { base: stored, edited: value };
}

/** The state after the server has sent the record; the same state if that changes nothing. */
function loaded<T>(
  state: State<T> | null,
  of: string,
  open: () => State<T>,
  stored: Stored<T>,
  isFollowing: boolean,
): State<T> {
  if (state?.of !== of) return open();
  if (state.seen === stored.version) return state;
  const seen = { ...state, seen: stored.version };
  // Somebody else's change shows at once where nothing was edited.
  if (!isEdited(state)) return { ...seen, base: stored, edited: stored.value, restoredAt: null };
  // Not while the person merges what was saved before.
  return isFollowing && !state.theirs ? { ...seen, ...followed(state, stored) } : seen;
}

function viewOf<T>(state: State<T> | null): Omit<Draft<T>, keyof ReturnType<typeof useActions>> {
  if (!state)
    return { value: null, base: null, version: '', isChanged: false, restoredAt: null, conflict: null };
  const { base, edited, restoredAt, theirs } = state;
  return {
    value: edited,
    base: base.value,
    version: base.version,
    isChanged: isEdited(state),
    restoredAt,
    conflict: theirs && { before: base.value, theirs },
  };
}

interface Options {
  /** What somebody else saves shows at once beside the edits, unless both changed the same. */
  isFollowing?: boolean;
}

/**
 * @param record its name, unique in the workspace: `acme/rules/4f…`. Null: none yet
 * @param stored as the server last sent it; null: not loaded yet
 */
export function useDraft<T>(
  record: string | null,
  stored: Stored<T> | null,
  { isFollowing = false }: Options = {},
): Draft<T> {
  const me = useMe();
  const person = me?.id ?? null;
  const name = `${me?.workspace?.id ?? ''} ${record ?? ''}`;
  const [state, setState] = useState<State<T> | null>(null);
  const isInBrowser = useInBrowser();
  const of = !isInBrowser || person === null || record === null ? null : `${person} ${name}`;
  if (person !== null && of !== null && stored !== null) {
    const next = loaded(state, of, () => opened(of, person, name, stored), stored, isFollowing);
    if (next !== state) setState(next);
  }
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  }, [state]);
  // Not in an updater of the state: the view may be gone before React runs that.
  const set = (to: (before: State<T>) => State<T>): void => {
    if (!latest.current || person === null) return;
    const next = to(latest.current);
    latest.current = next;
    if (isEdited(next)) keepDraft(person, name, next.base, next.edited);
    else dropDraft(person, name);
    setState(next);
  };
  return { ...viewOf(of !== null && state?.of === of ? state : null), ...useActions(stored, set) };
}
