'use client';
// The members, invitations and groups that the viewer can see.
import { useCallback, useEffect, useState } from 'react';
import type { Group, Invitation, Member } from '../../identity/people/schemas.ts';
import { wordsOf } from './api.ts';
import { changesTo, useLive } from './live.ts';
import { call } from './operations.ts';
import type { Who } from './me.tsx';
import { reading } from './reading.ts';

export interface People {
  members: Member[];
  invitations: Invitation[];
  /** Null for workspace admins: groups belong to the organization. */
  groups: Group[] | null;
}

interface Found {
  people: People | null;
  problem: string | null;
  /** Reloads; the old data stays until then. */
  reload: () => void;
}

const shown = changesTo('person', 'group', 'invitation', 'organization', 'workspace');

export function usePeople(me: Who | null): Found {
  const [people, setPeople] = useState<People | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const workspaceId = me?.workspace?.id ?? null;
  const rules = me?.organizationScope === 'admin';
  const administers = rules || me?.scope === 'admin';

  useEffect(() => {
    if (!workspaceId || !administers) return;
    return reading(
      (signal) =>
        Promise.all([
          call('list_members', {}, { signal }),
          rules ? call('list_groups', {}, { signal }) : null,
        ]),
      ([{ data, invitations }, groups]) => {
        setPeople({ members: data, invitations, groups: groups?.data ?? null });
        setProblem(null);
      },
      (error) => setProblem(wordsOf(error)),
    );
  }, [workspaceId, rules, administers, round]);

  const reload = useCallback(() => {
    setRound((count) => count + 1);
  }, []);
  useLive(shown, reload);
  return { people, problem, reload };
}
