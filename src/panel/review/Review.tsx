'use client';
// The review queue: a list of proposals next to the open one, worked with the mouse or keyboard shortcuts.
import { Gutter, SetStepNav, toast } from '@payloadcms/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Proposal, ProposalKind, ProposalStatus } from '../../proposals/schemas.ts';
import { call, CallFailed, wordsOf } from '../client/api.ts';
import { ago } from '../ui/format.ts';
import { ChoicePart } from '../ui/inputs.tsx';
import { useMe, usePolicy } from '../client/me.tsx';
import { gistOf, kindLabels, proposerOf, statusLabels, statusTones, titleOf } from './proposal-words.ts';
import { ProposalMark } from './ProposalMark.tsx';
import { RejectForm } from './RejectForm.tsx';
import { ReviewOne, type Mode, type Trouble } from './ReviewOne.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { useAddress } from '../client/useAddress.ts';
import { useQueue, type QueueFilter } from './useQueue.ts';
import { useRead } from '../client/useRead.ts';
import '../brands/brand.css';

const keyWords = [
  ['j', 'Next'],
  ['k', 'Previous'],
  ['a', 'Accept'],
  ['e', 'Edit, then accept'],
  ['r', 'Reject'],
  ['x', 'Select'],
  ['?', 'Show shortcuts'],
] as const;

const kinds = Object.keys(kindLabels) as ProposalKind[];
const statuses = Object.keys(statusLabels) as ProposalStatus[];

/** The filter in the address; invalid values are ignored. */
function filterIn(parameters: URLSearchParams): QueueFilter {
  const status = parameters.get('status');
  return {
    status: status === 'any' ? 'any' : (statuses.find((one) => one === status) ?? 'waiting'),
    kind: kinds.find((one) => one === parameters.get('kind')) ?? null,
    by: parameters.get('by'),
  };
}

/** True if the focused element uses the keys itself. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'textarea, select, dialog, [role="dialog"], [contenteditable="true"], input:not([type="checkbox"])',
    ) !== null
  );
}

// ---- the list

interface ItemProps {
  proposal: Proposal;
  current: boolean;
  selected: boolean;
  selectable: boolean;
  problem: string | null;
  onOpen: () => void;
  onSelect: () => void;
}

function Item({ proposal, current, selected, selectable, problem, onOpen, onSelect }: ItemProps) {
  const title = titleOf(proposal);
  return (
    <li
      className={`mq-waiting ${current ? 'mq-waiting--current' : ''}`}
      data-proposal={proposal.id}
      data-kind={proposal.kind}
    >
      {selectable && (
        <label className="mq-waiting__select">
          <input type="checkbox" checked={selected} onChange={onSelect} />
          <span className="mq-sr-only">Select {title}</span>
        </label>
      )}
      <span className="mq-waiting__mark">
        <ProposalMark proposal={proposal} />
      </span>
      <span className="mq-waiting__text">
        <button type="button" {...(current ? { 'aria-current': 'true' as const } : {})} onClick={onOpen}>
          {title}
        </button>
        <span className="mq-muted">{gistOf(proposal)}</span>
        <span className="mq-muted">
          {proposerOf(proposal)} · {ago(proposal.createdAt)}
        </span>
        {proposal.status !== 'waiting' && (
          <span className={`mq-badge mq-badge--${statusTones[proposal.status]}`}>
            {statusLabels[proposal.status]}
          </span>
        )}
        {problem && <span className="mq-problem">{problem}</span>}
      </span>
    </li>
  );
}

// ---- filters

interface FiltersProps {
  filter: QueueFilter;
  decides: boolean;
  proposals: readonly Proposal[];
  onChange: (changes: Partial<Record<keyof QueueFilter, string | null>>) => void;
}

interface ListedKey {
  id: string;
  name: string;
}

/** Known proposers: visible keys, and the names in the list. */
function useProposers(proposals: readonly Proposal[], decides: boolean): Map<string, string> {
  const { data } = useRead<ListedKey[]>(decides ? '/api/v1/keys' : null);
  const named = new Map((data ?? []).map(({ id, name }) => [id, name]));
  for (const { by, byId, agent, agentId } of proposals) {
    if (byId !== null) named.set(byId, by);
    if (agentId !== null && agent !== null) named.set(agentId, agent);
  }
  return named;
}

function Filters({ filter, decides, proposals, onChange }: FiltersProps) {
  const proposers = useProposers(proposals, decides);
  const { by } = filter;
  const people = [...proposers].map(([value, label]) => ({ value, label }));
  people.sort((one, other) => one.label.localeCompare(other.label));
  // A link may filter by someone who isn't in the list.
  if (by !== null && by !== 'me' && !proposers.has(by)) people.push({ value: by, label: 'Someone else' });
  return (
    <div className="mq-queue__filters" role="search" aria-label="Filter the queue">
      <ChoicePart
        id="mq-queue-status"
        label="State"
        value={filter.status}
        options={[
          ...statuses.map((value) => ({ value, label: statusLabels[value] })),
          { value: 'any', label: 'All' },
        ]}
        onChange={(status) => {
          onChange({ status: status === 'waiting' ? null : status });
        }}
      />
      <ChoicePart
        id="mq-queue-kind"
        label="Kind"
        none="Everything"
        value={filter.kind ?? ''}
        options={kinds.map((value) => ({ value, label: kindLabels[value] }))}
        onChange={(kind) => {
          onChange({ kind: kind || null });
        }}
      />
      {decides && (
        <ChoicePart
          id="mq-queue-by"
          label="From"
          none="Anyone"
          value={by ?? ''}
          options={[{ value: 'me', label: 'Me' }, ...people]}
          onChange={(who) => {
            onChange({ by: who || null });
          }}
        />
      )}
    </div>
  );
}

// ---- many at once

interface Outcome {
  id: string;
  ok: boolean;
  error?: { message: string; detail?: unknown };
}

function ManyBar({
  count,
  busy,
  onAccept,
  onReject,
  onClear,
}: {
  count: number;
  busy: boolean;
  onAccept: () => void;
  onReject: () => void;
  onClear: () => void;
}) {
  return (
    <div className="mq-selection" role="region" aria-label="Selected">
      <strong>{count} selected</strong>
      <button
        type="button"
        className="mq-button mq-button--primary mq-button--small"
        disabled={busy}
        onClick={onAccept}
      >
        Accept {count}
      </button>
      <button
        type="button"
        className="mq-button mq-button--stop mq-button--small"
        disabled={busy}
        onClick={onReject}
      >
        Reject {count}
      </button>
      <button type="button" className="mq-link" onClick={onClear}>
        Clear
      </button>
    </div>
  );
}

// ---- all of it

interface Decided {
  status: ProposalStatus;
  decidedBy: string | null;
  decidedAt: string | null;
  reviewNote: string | null;
}

/** Reads a conflict: someone else decided, or the target changed since the proposal was made. */
function conflictIn(detail: unknown): { decided: Decided | null; present: unknown; seen: string | null } {
  const conflict = (detail ?? {}) as Partial<Decided> & { present?: unknown; seen?: string };
  const { status, decidedBy = null, decidedAt = null, reviewNote = null } = conflict;
  const isDecided = status !== undefined && status !== 'waiting';
  return {
    decided: isDecided ? { status, decidedBy, decidedAt, reviewNote } : null,
    present: conflict.present ?? null,
    seen: conflict.seen ?? null,
  };
}

const doneWords = { accept: 'Accepted', reject: 'Rejected' } as const;
type Decision = keyof typeof doneWords;

export function Review() {
  const me = useMe();
  const policy = usePolicy();
  const [parameters, goTo] = useAddress();
  const decides = policy?.review.decides ?? false;
  const requested = filterIn(parameters);
  // People who can't review only see their own.
  const filter = decides ? requested : { ...requested, by: 'me' };
  const proposes = policy?.review.proposes ?? false;
  const {
    listed,
    busy: reading,
    more,
    update,
    put,
  } = useQueue(filter, proposes ? (me?.workspace?.id ?? null) : null);
  const proposals = listed?.proposals ?? [];

  const asked = parameters.get('id');
  const opened = proposals.find(({ id }) => id === asked);
  // On wide screens one proposal is always open.
  const current = opened ?? proposals[0] ?? null;
  const [mode, setMode] = useState<{ of: string; mode: Mode }>({ of: '', mode: 'look' });
  const [troubles, setTroubles] = useState<ReadonlyMap<string, Trouble>>(new Map());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [rejectingMany, setRejectingMany] = useState(false);
  const [helping, setHelping] = useState(false);
  const [busy, setBusy] = useState(false);
  const list = useRef<HTMLOListElement>(null);

  const selectable = proposals.filter(({ status }) => decides && status === 'waiting');
  const selected = selectable.filter(({ id }) => chosen.has(id));
  const modeNow: Mode = current && mode.of === current.id ? mode.mode : 'look';
  const setModeOf = (next: Mode): void => {
    setMode({ of: current?.id ?? '', mode: next });
  };
  const setTrouble = (id: string, trouble: Trouble | null): void => {
    setTroubles((before) => {
      const next = new Map(before);
      if (trouble) next.set(id, trouble);
      else next.delete(id);
      return next;
    });
  };
  const isWide = (): boolean => window.matchMedia('(width > 900px)').matches;

  const open = (id: string): void => {
    goTo({ id }, isWide() || opened ? 'replace' : 'push');
  };
  const buttonOf = (id: string): HTMLElement | null =>
    list.current?.querySelector<HTMLElement>(`[data-proposal="${id}"] button`) ?? null;
  const step = (by: 1 | -1): void => {
    const at = proposals.findIndex(({ id }) => id === current?.id);
    const next = proposals[at + by];
    if (!next) return;
    open(next.id);
    buttonOf(next.id)?.focus();
  };

  /** Opens the next proposal that stays in the list, or the previous one if there's none. */
  const goOn = (leaving: readonly string[]): void => {
    const gone = new Set(leaving);
    const at = proposals.findIndex(({ id }) => id === current?.id);
    const stays = ({ id }: Proposal): boolean => !gone.has(id);
    const next =
      proposals.slice(Math.max(0, at)).find(stays) ?? proposals.slice(0, Math.max(0, at)).findLast(stays);
    goTo({ id: opened || isWide() ? (next?.id ?? null) : null }, 'replace');
    if (next) buttonOf(next.id)?.focus({ preventScroll: true });
  };

  /** Stores why a decision was refused, to show it with the proposal. */
  const refused = (proposal: Proposal, words: string, status: number, detail: unknown): void => {
    const { decided, present, seen } = conflictIn(detail);
    const stale = status === 409 && decided === null && present !== null;
    const known = troubles.get(proposal.id);
    // The edit was invalid: keep showing the changed state.
    if (status !== 409 && known?.stale) setTrouble(proposal.id, { ...known, words });
    else setTrouble(proposal.id, { words, present, stale, seen });
    if (decided) put({ ...proposal, ...decided });
  };

  const answer = async (proposal: Proposal, work: () => Promise<Proposal>, words: string): Promise<void> => {
    setBusy(true);
    setTrouble(proposal.id, null);
    try {
      const after = await work();
      if (filter.status === 'waiting') goOn([proposal.id]);
      update([after]);
      setMode({ of: '', mode: 'look' });
      toast.success(words);
    } catch (error) {
      const failed = error instanceof CallFailed ? error : null;
      refused(proposal, wordsOf(error), failed?.status ?? 0, failed?.detail ?? null);
      // A refused form keeps its input, unless the proposal itself is out of date.
      if (failed?.status === 409) setMode({ of: '', mode: 'look' });
    } finally {
      setBusy(false);
    }
  };

  const decide = (
    proposal: Proposal,
    decision: Decision,
    more: { note?: string; value?: unknown; seen?: string } = {},
  ) =>
    answer(
      proposal,
      async () => {
        const path = `/api/v1/proposals/${proposal.id}/decision`;
        return (await call<{ data: Proposal }>('POST', path, { body: { decision, ...more } })).data;
      },
      doneWords[decision],
    );

  const withdraw = (proposal: Proposal): Promise<void> =>
    answer(
      proposal,
      async () => {
        await call('DELETE', `/api/v1/proposals/${proposal.id}`);
        return { ...proposal, status: 'withdrawn' };
      },
      'Withdrawn',
    );

  const decideMany = async (decision: Decision, note: string | null): Promise<void> => {
    setBusy(true);
    setRejectingMany(false);
    const ids = selected.map(({ id }) => id);
    try {
      const { data } = await call<{ data: Outcome[] }>('POST', '/api/v1/proposals/batch', {
        body: { ids, decision, ...(note ? { note } : {}) },
      });
      const worked = new Set(data.filter(({ ok }) => ok).map(({ id }) => id));
      const status = decision === 'accept' ? ('accepted' as const) : ('rejected' as const);
      const decided = selected.filter(({ id }) => worked.has(id));
      if (filter.status === 'waiting') goOn([...worked]);
      update(
        decided.map((one) => ({
          ...one,
          status,
          reviewNote: note,
          decidedBy: me?.name ?? null,
          decidedAt: new Date().toISOString(),
        })),
      );
      for (const { id, error } of data) {
        const proposal = selected.find((one) => one.id === id);
        if (!proposal) continue;
        if (error) refused(proposal, error.message, 409, error.detail);
        else setTrouble(id, null);
      }
      setChosen(new Set(ids.filter((id) => !worked.has(id))));
      const left = data.length - worked.size;
      if (worked.size > 0) toast.success(`${doneWords[decision]}: ${worked.size}`);
      if (left > 0) toast.error(`${left} failed. See each item for the reason.`);
    } catch (error) {
      toast.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };

  const select = (id: string): void => {
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  };

  const act = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
    if (event.key === '?') setHelping(true);
    else if (event.key === 'Escape' && modeNow !== 'look') setModeOf('look');
    else if (modeNow !== 'look') return;
    else if (event.key === 'j') step(1);
    else if (event.key === 'k') step(-1);
    else {
      // Only decide on what is visible: narrow screens may show the list alone.
      const seen = opened ?? (isWide() ? current : null);
      if (seen?.status !== 'waiting' || !decides || busy) return;
      const stale = troubles.get(seen.id)?.stale ?? false;
      if (event.key === 'a' && !stale) void decide(seen, 'accept');
      else if (event.key === 'e') setModeOf('edit');
      else if (event.key === 'r') setModeOf('reject');
      else if (event.key === 'x') select(seen.id);
      else return;
    }
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      act(event);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, []);

  const shown = current?.id ?? null;
  useEffect(() => {
    list.current?.querySelector(`[data-proposal="${shown}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [shown]);

  if (policy && !proposes)
    return (
      <Gutter className="mq-queue">
        <h1>Review</h1>
        <p className="mq-quiet">Only people who can propose or review changes can see this page.</p>
      </Gutter>
    );

  const all = selectable.length > 0 && selected.length === selectable.length;
  return (
    <main>
      <SetStepNav nav={[{ label: 'Review' }]} />
      <Gutter className={`mq-queue ${opened ? 'mq-queue--open' : ''}`}>
        <header className="mq-queue__head">
          <h1>Review</h1>
          <Filters
            filter={filter}
            decides={decides}
            proposals={proposals}
            onChange={(changes) => {
              setChosen(new Set());
              goTo({ ...changes, id: null }, 'replace');
            }}
          />
        </header>
        {listed?.problem && (
          <p role="alert" className="mq-alert">
            {listed.problem}
          </p>
        )}
        {listed && listed.proposals.length === 0 && !listed.problem && (
          <div className="mq-empty">
            <h2>{filter.status === 'waiting' ? 'Nothing to review' : 'No proposals'}</h2>
            <p>
              {decides
                ? 'Proposals from agents and people show up here.'
                : 'Proposals from you and your agents show up here, with their outcome.'}
            </p>
          </div>
        )}
        {listed && current && (
          <div className="mq-queue__body">
            <section className="mq-queue__list" aria-label="Queue">
              <header className="mq-row">
                {selectable.length > 0 && (
                  <label className="mq-tick">
                    <input
                      type="checkbox"
                      checked={all}
                      onChange={() => {
                        setChosen(new Set(all ? [] : selectable.map(({ id }) => id)));
                      }}
                    />
                    <span className="mq-sr-only">Select all shown</span>
                  </label>
                )}
                <span className="mq-muted" role="status">
                  {listed.total} {filter.status === 'waiting' ? 'waiting' : 'in total'}
                </span>
              </header>
              <ol ref={list}>
                {proposals.map((proposal) => (
                  <Item
                    key={proposal.id}
                    proposal={proposal}
                    current={proposal.id === current.id}
                    selected={chosen.has(proposal.id)}
                    selectable={decides && proposal.status === 'waiting'}
                    problem={troubles.get(proposal.id)?.words ?? null}
                    onOpen={() => {
                      open(proposal.id);
                    }}
                    onSelect={() => {
                      select(proposal.id);
                    }}
                  />
                ))}
              </ol>
              {listed.next !== null && (
                <button
                  type="button"
                  className="mq-button mq-button--small"
                  disabled={reading}
                  onClick={() => void more()}
                >
                  Show earlier
                </button>
              )}
              {decides && (
                <p className="mq-queue__keys">
                  {keyWords.map(([key, words]) => (
                    <span key={key}>
                      <kbd>{key}</kbd> {words}
                    </span>
                  ))}
                </p>
              )}
            </section>
            <section className="mq-queue__one" aria-label={titleOf(current)} aria-busy={busy}>
              <button
                type="button"
                className="mq-link mq-queue__back"
                onClick={() => {
                  goTo({ id: null }, 'replace');
                }}
              >
                ‹ Back to the queue
              </button>
              <ReviewOne
                key={current.id}
                proposal={current}
                may={decides ? 'decide' : 'withdraw'}
                mode={modeNow}
                busy={busy}
                trouble={troubles.get(current.id) ?? null}
                onMode={setModeOf}
                onAccept={(value) => {
                  const seen = troubles.get(current.id)?.seen;
                  void decide(current, 'accept', {
                    ...(value === undefined ? {} : { value }),
                    ...(value !== undefined && seen ? { seen } : {}),
                  });
                }}
                onReject={(note) => {
                  void decide(current, 'reject', note ? { note } : {});
                }}
                onWithdraw={() => withdraw(current)}
              />
            </section>
          </div>
        )}
        {selected.length > 0 && !rejectingMany && (
          <ManyBar
            count={selected.length}
            busy={busy}
            onAccept={() => void decideMany('accept', null)}
            onReject={() => {
              setRejectingMany(true);
            }}
            onClear={() => {
              setChosen(new Set());
            }}
          />
        )}
        {rejectingMany && (
          <Sheet
            title={`Reject ${selected.length}`}
            onClose={() => {
              setRejectingMany(false);
            }}
          >
            <RejectForm
              busy={busy}
              onReject={(note) => void decideMany('reject', note)}
              onCancel={() => {
                setRejectingMany(false);
              }}
            />
          </Sheet>
        )}
        {helping && (
          <Sheet
            title="Keyboard shortcuts"
            onClose={() => {
              setHelping(false);
            }}
          >
            <dl className="mq-keylist">
              {keyWords.map(([key, words]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
            <p className="mq-muted">Shortcuts are off while you type.</p>
          </Sheet>
        )}
      </Gutter>
    </main>
  );
}
