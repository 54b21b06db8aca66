'use client';
// What a reviewer changes of a proposal before they accept it, part by part: kept in the browser until it's decided, or until they cancel.
import {
  createContext,
  use,
  useEffect,
  useMemo,
  useState,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react';
import type { Proposal } from '../../../review/schemas.ts';
import { dropDraft, keepDraft, readDraft } from '../../client/drafts/kept-drafts.ts';
import { same } from '../../client/drafts/merge.ts';
import { useMe } from '../../client/me.tsx';
import { draftNameOf } from './useProposalDraft.ts';

/** Where it's kept. */
interface Place {
  person: string;
  record: string;
}

type Parts = Record<string, unknown>;

const PlaceContext = createContext<Place | null>(null);

/** Around the form that edits a proposal. */
export function EditedProposal({ proposal, children }: { proposal: Proposal; children: ReactNode }) {
  const me = useMe();
  const [person, record] = [me?.id, draftNameOf(me, proposal)];
  const place = useMemo(() => (person === undefined ? null : { person, record }), [person, record]);
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

/** What was made of a part, unless something else is proposed by now. */
function keptOf<T>(place: Place | null, part: string, proposed: T): T {
  const kept = place && readDraft<Parts>(place.person, place.record);
  const isKept = kept && part in kept.edited && same(kept.base.value[part], proposed);
  return isKept ? (kept.edited[part] as T) : proposed;
}

function keep({ person, record }: Place, part: string, proposed: unknown, edited: unknown): void {
  const kept = readDraft<Parts>(person, record);
  const { [part]: _, ...otherBases } = kept?.base.value ?? {};
  const { [part]: __, ...otherEdits } = kept?.edited ?? {};
  if (same(proposed, edited)) {
    if (kept && part in kept.edited && Object.keys(otherEdits).length === 0) dropDraft(person, record);
    else if (kept && part in kept.edited)
      keepDraft(person, record, { value: otherBases, version: '' }, otherEdits);
    return;
  }
  const base = { value: { ...otherBases, [part]: proposed }, version: '' };
  keepDraft(person, record, base, { ...otherEdits, [part]: edited });
}

/**
 * Like `useState`, for an input of the form.
 *
 * @param part its name within the form
 * @param proposed what it begins with
 */
export function useEdited<T>(part: string, proposed: T): [T, Dispatch<SetStateAction<T>>] {
  const place = use(PlaceContext);
  const [first] = useState(proposed);
  const [value, setValue] = useState(() => keptOf(place, part, proposed));
  useEffect(() => {
    if (place) keep(place, part, first, value);
  }, [place, part, first, value]);
  return [value, setValue];
}
