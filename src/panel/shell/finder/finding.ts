'use client';
// What the modules' searches and commands are given while the search is open, and how they look things up.
import { createContext, use, useState, type ReactNode } from 'react';
import type { Scope } from '../../../core/access/ladder.ts';
import { isAllowed, useMe } from '../../client/me.tsx';
import type { DataFor, InputFor, OperationName, OutputFor } from '../../client/operations.ts';
import { useOperation } from '../../client/useOperation.ts';

/** Something to open. */
export interface Found {
  id: string;
  label: string;
  path: `/${string}`;
  /** Beside the label, in grey. */
  detail?: string | null;
  /** A thumbnail or an icon. */
  picture?: ReactNode;
}

/** Something to do. */
export interface Doing {
  label: string;
  /** Runs once the search is closed. */
  onSelect: () => void;
}

export interface Finding {
  /** What is looked for; empty until something is typed. */
  query: string;
  /** Draws what was found, as a group. */
  show: (heading: string, found: readonly Found[]) => ReactNode;
  /** Draws a link of the menu, or a command that opens a view; nothing if it isn't what is looked for. */
  offer: (found: Found) => ReactNode;
  /** Draws a command; nothing if it isn't what is looked for. */
  offerToDo: (doing: Doing) => ReactNode;
}

export const FindingContext = createContext<Finding | null>(null);

/** Null outside the search. */
export const useFinding = (): Finding | null => use(FindingContext);

/** The `data` of an operation. That of the last input stays while the next loads. */
export function useFound<Name extends OperationName>(
  name: Name,
  input: InputFor<Name> | null,
): DataFor<Name> | null {
  return useLast(input, useOperation(name, input).data);
}

/** The same with what the answer has beside its `data`. */
export function useAnswerFound<Name extends OperationName>(
  name: Name,
  input: InputFor<Name> | null,
): OutputFor<Name> | null {
  return useLast(input, useOperation(name, input).answer);
}

function useLast<T>(input: object | null, read: T | null): T | null {
  const [last, setLast] = useState(read);
  if (read !== null && read !== last) setLast(() => read);
  return input === null ? null : (read ?? last);
}

/** True once something is typed, for people with the scope on the workspace that listing takes. */
export function useIsAsked(scope: Scope | null = null): boolean {
  const me = useMe();
  const finding = useFinding();
  return Boolean(finding?.query) && me !== null && isAllowed(me, scope);
}

/** True if every word of the query begins a word of the text. */
export function matches(text: string, query: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .every((asked) => words.some((word) => word.startsWith(asked)));
}
