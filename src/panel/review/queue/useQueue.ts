'use client';
// The filtered queue, page by page, updated as decisions are made here.
import { useCallback, useEffect, useState } from 'react';
import type { Proposal } from '../../../review/schemas.ts';
import { wordsOf } from '../../client/api.ts';
import { call, type InputFor, type OutputFor } from '../../client/operations.ts';
import { queueMoved } from '../../client/waiting.ts';
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

type Page = OutputFor<'list_proposals'>;

/** With the next page. What moved from one page to the other is listed once. */
function withPage<L extends Listed>(listed: L, { data, next }: Page): L {
  const there = new Set(listed.proposals.map(({ id }) => id));
  const fresh = data.filter(({ id }) => !there.has(id));
  return { ...listed, proposals: [...listed.proposals, ...fresh], next, problem: null };
}

function withReplaced<L extends Listed>(listed: L, proposals: readonly Proposal[]): L {
  const byId = new Map(proposals.map((one) => [one.id, one]));
  return { ...listed, proposals: listed.proposals.map((one) => byId.get(one.id) ?? one) };
}

function without<L extends Listed>(listed: L, proposals: readonly Proposal[]): L {
  const gone = new Set(proposals.map(({ id }) => id));
  return {
    ...listed,
    total: Math.max(0, listed.total - gone.size),
    proposals: listed.proposals.filter(({ id }) => !gone.has(id)),
  };
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
      setKnown((now) => (now?.of === asked ? withPage(now, page) : now));
    } catch (error) {
      setKnown((now) => now && { ...now, problem: wordsOf(error) });
    } finally {
      setBusy(false);
    }
  }, [listed, busy, asked, status, kind, by]);

  const put = useCallback((proposal: Proposal): void => {
    setKnown((now) => now && withReplaced(now, [proposal]));
    queueMoved();
  }, []);

  const leaves = status === 'waiting';
  const update = useCallback(
    (decided: readonly Proposal[]): void => {
      setKnown((now) => now && (leaves ? without(now, decided) : withReplaced(now, decided)));
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
