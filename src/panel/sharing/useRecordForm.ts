'use client';
// A portal or site as a form with one Save: what was changed is sent, and nothing else, so that it doesn't undo what others changed.
import { toast } from '@payloadcms/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallFailed, wordsOf, type Tagged } from '../client/api.ts';
import { useSaving, type Saving } from '../client/useSaving.ts';
import { reading } from '../client/reading.ts';
import { useWords } from '../words/useWords.ts';
import { useKeptDraft } from './kept-draft.ts';

interface Options<Stored, Patch> {
  /** Of the draft that is kept. */
  key: string;
  read: (signal?: AbortSignal) => Promise<Tagged<Stored>>;
  /** @throws CallFailed 412 if it was changed meanwhile */
  write: (patch: Patch, etag: string) => Promise<Tagged<Stored>>;
  fields: readonly (keyof Patch & string)[];
  secret: readonly (keyof Patch & string)[];
}

export interface RecordForm<Stored, Patch> {
  /** As it's stored; null until loaded. */
  stored: Stored | null;
  /** Why it couldn't be loaded. */
  failure: string | null;
  reload: () => void;
  draft: Patch;
  isDirty: boolean;
  change: (patch: Patch) => void;
  discard: () => void;
  saving: Saving;
  /** Saves what was changed. @returns whether it was */
  save: () => Promise<boolean>;
  /** Saves one change at once, without the rest of the form. @throws CallFailed */
  patch: (patch: Patch) => Promise<void>;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Without what is as it's stored. */
const changedOnly = <Stored extends object, Patch extends object>(
  draft: Patch,
  stored: Stored | null,
): Patch =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) => value !== undefined && !(stored && same(value, stored[name as keyof Stored])),
    ),
  ) as Patch;

/** The record as it's stored, and sending changes to it. */
function useStored<Stored extends object, Patch extends object>({
  key,
  read,
  write,
}: Pick<Options<Stored, Patch>, 'key' | 'read' | 'write'>) {
  const { t } = useWords();
  const [known, setKnown] = useState<Tagged<Stored> | null>(null);
  // What is undone later starts from what is stored then.
  const latest = useRef<Tagged<Stored> | null>(null);
  const show = useCallback((found: Tagged<Stored>): void => {
    latest.current = found;
    setKnown(found);
  }, []);
  const [failure, setFailure] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    return reading(
      (signal) => read(signal),
      (found) => {
        show(found);
        setFailure(null);
      },
      (error) => setFailure(wordsOf(error)),
    );
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key names the record that `read` reads
  }, [key, round]);
  const reload = useCallback(() => {
    setRound((before) => before + 1);
  }, []);

  const send = async (patch: Patch): Promise<void> => {
    const before = latest.current;
    if (!before) return;
    try {
      show(await write(patch, before.etag));
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 412) throw error;
      const now = await read();
      show(now);
      const touched = (Object.keys(patch) as (keyof Stored)[]).some(
        (name) => !same(now.data[name], before.data[name]),
      );
      if (touched) throw new CallFailed(t('sharing:conflict'), 412);
      show(await write(patch, now.etag));
    }
  };
  return { stored: known?.data ?? null, failure, reload, send };
}

export function useRecordForm<Stored extends object, Patch extends object>(
  options: Options<Stored, Patch>,
): RecordForm<Stored, Patch> {
  const { t } = useWords();
  const { key, fields, secret } = options;
  const { send, ...record } = useStored(options);
  const { draft, setDraft, isDirty } = useKeptDraft<Patch>(key, secret);
  const saving = useSaving(fields);
  const discard = (): void => setDraft({} as Patch);
  return {
    ...record,
    draft,
    isDirty,
    change: (patch) => setDraft((before) => changedOnly({ ...before, ...patch }, record.stored)),
    discard,
    saving,
    save: async () => {
      let isSaved = false;
      await saving.save(async () => {
        await send(draft);
        discard();
        isSaved = true;
        toast.success(t('sharing:saved'));
      });
      return isSaved;
    },
    patch: send,
  };
}
