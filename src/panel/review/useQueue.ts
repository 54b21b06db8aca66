'use client';
// The filtered queue, page by page, updated as decisions are made here.
import { useCallback, useEffect, useState } from 'react';
import type { Proposal } from '../../proposals/schemas.ts';
import { wordsOf } from '../client/api.ts';
import { call, type InputFor } from '../client/operations.ts';
import { queueMoved } from '../client/waiting.ts';
import type { QueueFilter } from './queue-filter.ts';

export interface Listed {
  proposals: Proposal[];
  total: number;
  next: string | null;
  problem: string | null;
}

const pageSize = 50;
/** The next page is loaded when fewer than this are left. */
const fewLeft = 10;

function inputOf({ status, kind, by }: QueueFilter): InputFor<'list_proposals'> {
  return { status, limit: pageSize, ...(kind ? { kind } : {}), ...(by ? { by } : {}) };
}

interface Queue {
  /** Null until loaded. */
  listed: Listed | null;
  busy: boolean;
  more: () => Promise<void>;
  /** Applies decisions made here. Decided proposals leave a list of waiting ones. */
  update: (decided: readonly Proposal[]) => void;
  /** Replaces a proposal that someone else decided; it stays in the list until a reload. */
  put: (proposal: Proposal) => void;
}

export function useQueue(filter: QueueFilter, workspace: string | null): Queue {
  const { status, kind, by } = filter;
  const asked = JSON.stringify([status, kind, by]);
  const [known, setKnown] = useState<(Listed & { of: string }) | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (workspace === null) return;
    const controller = new AbortController();
    call('list_proposals', inputOf({ status, kind, by }), { signal: controller.signal }).then(
      ({ data, total, next }) => {
        setKnown({ of: asked, proposals: data, total, next, problem: null });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setKnown({ of: asked, proposals: [], total: 0, next: null, problem: wordsOf(error) });
      },
    );
    return () => {
      controller.abort();
    };
  }, [asked, status, kind, by, workspace]);
  const listed = known?.of === asked ? known : null;

  const more = useCallback(async (): Promise<void> => {
    if (!listed || listed.next === null || busy) return;
    setBusy(true);
    try {
      const page = await call('list_proposals', {
        ...inputOf({ status, kind, by }),
        cursor: listed.next,
      });
      setKnown((now) => {
        if (now?.of !== asked) return now;
        const there = new Set(now.proposals.map(({ id }) => id));
        const fresh = page.data.filter(({ id }) => !there.has(id));
        return { ...now, proposals: [...now.proposals, ...fresh], next: page.next, problem: null };
      });
    } catch (error) {
      setKnown((now) => now && { ...now, problem: wordsOf(error) });
    } finally {
      setBusy(false);
    }
  }, [listed, busy, asked, status, kind, by]);

  const put = useCallback((proposal: Proposal): void => {
    setKnown(
      (now) =>
        now && {
          ...now,
          proposals: now.proposals.map((one) => (one.id === proposal.id ? proposal : one)),
        },
    );
    queueMoved();
  }, []);

  const leaves = status === 'waiting';
  const update = useCallback(
    (decided: readonly Proposal[]): void => {
      const byId = new Map(decided.map((one) => [one.id, one]));
      setKnown(
        (now) =>
          now && {
            ...now,
            total: leaves ? Math.max(0, now.total - byId.size) : now.total,
            proposals: leaves
              ? now.proposals.filter(({ id }) => !byId.has(id))
              : now.proposals.map((one) => byId.get(one.id) ?? one),
          },
      );
      queueMoved();
    },
    [leaves],
  );

  const runsOut = listed !== null && listed.next !== null && listed.proposals.length < fewLeft;
  const failed = listed?.problem !== null;
  useEffect(() => {
    if (runsOut && !failed && !busy) void more();
  }, [runsOut, failed, busy, more]);

  return { listed, busy, more, update, put };
}
