'use client';
// A command that opens a view, as most do.
import type { Scope } from '../../../core/access/ladder.ts';
import { isAllowed, useMe } from '../../client/me.tsx';
import { useFinding } from './finding.ts';

interface Props {
  label: string;
  path: `/${string}`;
  /** The lowest scope on the workspace that it takes; null: any access to it. */
  scope: Scope | null;
}

export function ViewCommand({ label, path, scope }: Props) {
  const me = useMe();
  const finding = useFinding();
  return me && isAllowed(me, scope) ? finding?.offer({ id: `${label} ${path}`, label, path }) : null;
}
