'use client';
// The filtered queue, page by page, updated as decisions are made here.
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react';
import type { ListedProposal } from '../../../review/schemas.ts';
import { useQueryClient } from '@tanstack/react-query';
import { send, wordsOf } from '../../client/api.ts';
import { call, urlOf, type OutputFor } from '../../client/operations.ts';
import { keyOf } from '../../client/query-cache.ts';
import { queueMoved } from '../../client/waiting.ts';
import { withThumbnails } from '../../assets/pictured.ts';
import { proposalsIn } from '../proposal/proposed.ts';
import { filterIn, queryOf, type QueueFilter } from './queue-filter.ts';
import { inputOf, pageSize } from './queue-input.ts';

export interface Listed {
  proposals: ListedProposal[];
  total: number;
  next: string | null;
  problem: string | null;
}

/** The next page is loaded when fewer than this are left. */
const fewLeft = 10;

type Page = OutputFor<'list_proposals'>;

/** With the next page. What moved from one page to the other is listed once. */
function withPage<L extends Listed>(listed: L, page: Page): L {
  const there = new Set(listed.proposals.map(({ id }) => id));
  const fresh = proposalsIn(page).filter(({ id }) => !there.has(id));
  return { ...listed, proposals: [...listed.proposals, ...fresh], next: page.next, problem: null };
}

function withReplaced<L extends Listed>(listed: L, proposals: readonly ListedProposal[]): L {
  const byId = new Map(proposals.map((one) => [one.id, one]));
  return { ...listed, proposals: listed.proposals.map((one) => byId.get(one.id) ?? one) };
}

/** The API's page size limit. */
const atOnce = 200;

/** As the server has it now, with those that are kept in their places. */
function withNewest<L extends Listed>(listed: L, page: Page, kept: readonly ListedProposal[]): L {
  const { total, next } = page;
  const proposals: ListedProposal[] = proposalsIn(page);
  for (const one of kept) {
    if (proposals.some(({ id }) => id === one.id)) continue;
    const at = listed.proposals.findIndex(({ id }) => id === one.id);
    const before = new Set(listed.proposals.slice(0, at).map(({ id }) => id));
    proposals.splice(proposals.findLastIndex(({ id }) => before.has(id)) + 1, 0, one);
  }
  return { ...listed, proposals, total, next, problem: null };
}

/** A proposal as it is now, whatever became of it. */
async function presentOf(proposal: ListedProposal): Promise<ListedProposal> {
  const page = await call('list_proposals', {
    ...withThumbnails,
    status: 'any',
    target: proposal.target.id,
    limit: atOnce,
  });
  return proposalsIn(page).find(({ id }) => id === proposal.id) ?? proposal;
}

/** The pages that are shown, as they are now, and what became of the proposal in use. */
async function readAgain(
  filter: QueueFilter,
  shown: number,
  asUsed: () => InUse,
): Promise<{ page: Page; kept: ListedProposal | null }> {
  const limit = Math.min(atOnce, Math.max(pageSize, shown));
  const page = await call('list_proposals', { ...inputOf(filter), limit });
  for (;;) {
    const { inUse, editing } = asUsed();
    if (inUse && editing)
      return {
        page: { ...page, data: page.data.map((one) => (one.id === inUse.id ? inUse : one)) },
        kept: inUse,
      };
    if (!inUse || page.data.some(({ id }) => id === inUse.id)) return { page, kept: null };
    const kept = await presentOf(inUse);
    if (asUsed().inUse?.id === inUse.id) return { page, kept };
    // The person went on while it was read.
  }
}

function without<L extends Listed>(listed: L, proposals: readonly ListedProposal[]): L {
  const gone = new Set(proposals.map(({ id }) => id));
  return {
    ...listed,
    total: Math.max(0, listed.total - gone.size),
    proposals: listed.proposals.filter(({ id }) => !gone.has(id)),
  };
}

export interface InUse {
  /** The proposal that the person looks at. */
  inUse: ListedProposal | null;
  /** Its form is open: nothing in it changes. */
  editing: boolean;
  /** The IDs of those that couldn't be decided: they stay, with the reason. */
  failed: { has(id: string): boolean };
}

interface Queue {
  /** Null until loaded. */
  listed: Listed | null;
  busy: boolean;
  more: () => Promise<void>;
  /** Applies decisions made here. Decided proposals leave a list of waiting ones. */
  update: (decided: readonly ListedProposal[]) => void;
  /** Replaces a proposal that someone else decided; it stays in the list until a reload. */
  put: (proposal: ListedProposal) => void;
  /**
   * Follows what others did. The proposal in use stays where it is, and shows what became of it.
   * @param asUsed asked whenever something was read: the person may have gone on
   */
  refresh: (asUsed: () => InUse) => Promise<void>;
}

type Known = Listed & { of: string };

const knownOf = (of: string, page: Page): Known => ({
  of,
  proposals: proposalsIn(page),
  total: page.total,
  next: page.next,
  problem: null,
});

/** Applies decisions made here, and counts them: what the server answered before one is out of date. */
function useDecided(
  decisionsRef: RefObject<number>,
  setKnown: Dispatch<SetStateAction<Known | null>>,
  { status, waitingFor }: QueueFilter,
) {
  const apply = useCallback(
    (change: (known: Known) => Known): void => {
      decisionsRef.current += 1;
      setKnown((now) => now && change(now));
      queueMoved();
    },
    [decisionsRef, setKnown],
  );
  const put = useCallback(
    (proposal: ListedProposal): void => apply((now) => withReplaced(now, [proposal])),
    [apply],
  );
  const update = useCallback(
    (decided: readonly ListedProposal[]): void =>
      apply((now) => {
        // Accepted in a stage, a proposal waits for the next one.
        const leaves = (one: ListedProposal): boolean =>
          status === 'waiting' && (one.status !== 'waiting' || (waitingFor === 'me' && !one.waitsForMe));
        const stay = decided.filter((one) => !leaves(one));
        return withReplaced(without(now, decided.filter(leaves)), stay);
      }),
    [apply, status, waitingFor],
  );
  return { put, update };
}

/** The first page, at first as the server has read it. */
function useFirstPage(
  asked: string,
  filter: QueueFilter,
  workspace: string | null,
  decisionsRef: RefObject<number>,
) {
  const client = useQueryClient();
  const url = urlOf('list_proposals', inputOf(filter));
  const [known, setKnown] = useState<Known | null>(() => {
    const page = workspace === null ? undefined : client.getQueryData<Page>(keyOf(url, null));
    return page ? knownOf(asked, page) : null;
  });
  useEffect(() => {
    if (workspace === null) return;
    let left = false;
    const began = decisionsRef.current;
    client.fetchQuery({ queryKey: keyOf(url, null), queryFn: () => send<Page>('GET', url) }).then(
      (page) => {
        if (left) return;
        const isOutOfDate = decisionsRef.current !== began;
        setKnown((now) => (isOutOfDate && now?.of === asked ? now : knownOf(asked, page)));
      },
      (error: unknown) => {
        if (!left) setKnown({ of: asked, proposals: [], total: 0, next: null, problem: wordsOf(error) });
      },
    );
    return () => {
      left = true;
    };
  }, [asked, url, client, workspace, decisionsRef]);
  return { known, setKnown };
}

export function useQueue(filter: QueueFilter, workspace: string | null): Queue {
  const asked = queryOf(filter);
  const decisionsRef = useRef(0);
  const { known, setKnown } = useFirstPage(asked, filter, workspace, decisionsRef);
  const [busy, setBusy] = useState(false);
  const listed = known?.of === asked ? known : null;

  const more = useCallback(async (): Promise<void> => {
    if (!listed || listed.next === null || busy) return;
    setBusy(true);
    try {
      const page = await call('list_proposals', {
        ...inputOf(filterIn(new URLSearchParams(asked))),
        cursor: listed.next,
      });
      setKnown((now) => (now?.of === asked ? withPage(now, page) : now));
    } catch (error) {
      setKnown((now) => now && { ...now, problem: wordsOf(error) });
    } finally {
      setBusy(false);
    }
  }, [listed, busy, asked, setKnown]);

  const { put, update } = useDecided(decisionsRef, setKnown, filter);
  const refresh = async (asUsed: () => InUse): Promise<void> => {
    if (!listed) return;
    const began = decisionsRef.current;
    const { page, kept } = await readAgain(filter, listed.proposals.length, asUsed);
    if (decisionsRef.current === began)
      setKnown((now) => {
        if (now?.of !== asked) return now;
        const { failed: those } = asUsed();
        const failed = now.proposals.filter(({ id }) => those.has(id));
        return withNewest(now, page, [...(kept ? [kept] : []), ...failed]);
      });
  };

  const runsOut = listed !== null && listed.next !== null && listed.proposals.length < fewLeft;
  const failed = listed?.problem !== null;
  useEffect(() => {
    if (runsOut && !failed && !busy) void more();
  }, [runsOut, failed, busy, more]);

  return { listed, busy, more, update, put, refresh };
}
