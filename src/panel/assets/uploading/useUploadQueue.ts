'use client';
// The upload queue: sends a few files at a time, asks about those that look like what is there, and files the others.
import { useCallback, useMemo, useRef, useState } from 'react';
import { wordsOf } from '../../client/api.ts';
import { sendFile, type SentFile } from '../../client/send-file.ts';
import { fileUpload, type UploadMeta } from './file-upload.ts';
import { alikeTo } from './similar-pictures.ts';
import { hasEnded, type Upload } from './upload.ts';

/** Concurrent uploads: more would only share the same bandwidth. */
const atOnce = 3;

export interface UploadQueue {
  items: readonly Upload[];
  /** Counts created assets: lists reload when it grows. */
  filed: number;
  /**
   * @param into the id of a collection that the files go into.
   * @param metaOf what is said about each of them
   */
  add: (files: Iterable<File>, into?: string, metaOf?: (file: File) => UploadMeta) => void;
  /** @param of the id of the asset that the file becomes a version of. */
  addVersion: (file: File, of: string) => void;
  retry: (id: number) => void;
  /**
   * Adds files that were asked about.
   * @param versionOf the id of the asset that they become a version of; undefined: they become assets of their own
   */
  decide: (ids: readonly number[], versionOf?: string) => void;
  /** Ends an upload that isn't filed yet, and takes it off the list. */
  cancel: (id: number) => void;
  /** While true, no further upload begins; those under way are finished. */
  paused: boolean;
  pause: (paused: boolean) => void;
  /** Removes finished uploads. */
  clear: () => void;
  /** Uploads a file for a form that creates the asset itself. Returns the upload token. */
  send: (file: File) => Promise<string>;
}

interface UploadList {
  items: readonly Upload[];
  change: (id: number, what: Partial<Upload>) => void;
  /** Adds a file, waiting. */
  enlist: (
    file: File,
    more?: { into?: string | undefined; versionOf?: string; meta?: UploadMeta | undefined },
  ) => Upload;
  /** Sends a file's bytes, showing the progress. */
  transfer: (upload: Upload, signal?: AbortSignal) => Promise<SentFile>;
  drop: (id: number) => void;
  clear: () => void;
}

/** The list of uploads, as it's shown. */
function useUploadList(): UploadList {
  const [items, setItems] = useState<readonly Upload[]>([]);
  const lastId = useRef(0);

  const change = useCallback((id: number, what: Partial<Upload>) => {
    setItems((now) => now.map((item) => (item.id === id ? { ...item, ...what } : item)));
  }, []);

  const enlist = useCallback<UploadList['enlist']>((file, { into, versionOf, meta = {} } = {}) => {
    lastId.current += 1;
    const item: Upload = {
      id: lastId.current,
      file,
      into: into ?? null,
      versionOf: versionOf ?? null,
      meta,
      phase: 'waiting',
      progress: 0,
      problem: null,
      token: null,
      alike: [],
      decided: false,
      assetId: null,
      status: null,
      asset: null,
      differs: false,
    };
    setItems((now) => [...now, item]);
    return item;
  }, []);

  const transfer = useCallback(
    async ({ id, file }: Upload, signal?: AbortSignal): Promise<SentFile> => {
      change(id, { phase: 'sending', progress: 0, problem: null });
      return sendFile(file, {
        ...(signal ? { signal } : {}),
        onProgress: (progress) => {
          change(id, { progress });
        },
      });
    },
    [change],
  );

  const drop = useCallback((id: number) => setItems((now) => now.filter((item) => item.id !== id)), []);
  const clear = useCallback(() => {
    setItems((now) => now.filter((item) => !hasEnded(item)));
  }, []);

  return { items, change, enlist, transfer, drop, clear };
}

type Work = Pick<UploadQueue, 'filed' | 'cancel' | 'paused' | 'pause' | 'clear'> & {
  start: (waiting: Upload[]) => void;
};

interface Sending {
  /** How many are filed. */
  filed: number;
  send: (item: Upload) => Promise<void>;
  abort: (id: number) => void;
  /** From now on, what was added before counts as what is in the library. */
  forget: () => void;
}

/** Sends and files one upload after the other, each of which can be stopped until it is filed. */
function useSending({ change, transfer }: UploadList): Sending {
  const [filed, setFiled] = useState(0);
  const running = useRef(new Map<number, AbortController>());
  /** The ids of what was added, and what is being added just now. */
  const added = useRef(new Set<string>());
  const adding = useRef(new Set<Promise<unknown>>());
  /** @returns null if the person is asked first */
  const tokenFor = useCallback(
    async (item: Upload, signal: AbortSignal): Promise<string | null> => {
      if (item.token !== null) return item.token;
      const sent = await transfer(item, signal);
      if (item.decided || item.versionOf !== null) return sent.token;
      // Pictures of a series arrive side by side, and look alike.
      if (sent.similar?.length) await Promise.allSettled(adding.current);
      const alike = await alikeTo(sent, added.current);
      signal.throwIfAborted();
      if (alike.length === 0) return sent.token;
      change(item.id, { phase: 'asking', progress: 1, token: sent.token, alike });
      return null;
    },
    [change, transfer],
  );
  const add = useCallback(async (item: Upload, token: string) => {
    const answer = fileUpload(token, item).then((filed) => {
      added.current.add(filed.data.id);
      return filed;
    });
    adding.current.add(answer);
    return answer.finally(() => adding.current.delete(answer));
  }, []);
  const send = useCallback(
    async (item: Upload): Promise<void> => {
      const controller = new AbortController();
      running.current.set(item.id, controller);
      try {
        const token = await tokenFor(item, controller.signal);
        running.current.delete(item.id);
        if (token === null) return;
        change(item.id, { phase: 'filing', progress: 1 });
        const { data, deduped, notApplied = [] } = await add(item, token);
        change(item.id, {
          phase: deduped ? 'present' : 'filed',
          assetId: data.id,
          status: data.status,
          asset: data,
          differs: deduped && notApplied.some(({ field }) => field !== 'filename' && field !== 'collections'),
        });
        setFiled((count) => count + 1);
      } catch (error) {
        // It's sent again the next time: a token isn't valid forever.
        if (!controller.signal.aborted)
          change(item.id, { phase: 'failed', problem: wordsOf(error), token: null });
      } finally {
        running.current.delete(item.id);
      }
    },
    [change, tokenFor, add],
  );
  const abort = useCallback((id: number) => running.current.get(id)?.abort(), []);
  const forget = useCallback(() => added.current.clear(), []);
  return { filed, send, abort, forget };
}

/** Sends what waits, a few at a time. */
function useWorkers(list: UploadList): Work {
  const { drop, clear } = list;
  const { filed, send, abort, forget } = useSending(list);
  const [paused, setPaused] = useState(false);
  const isPaused = useRef(false);
  const queue = useRef<Upload[]>([]);
  const workers = useRef(0);
  const work = useCallback(async () => {
    if (workers.current >= atOnce) return;
    workers.current += 1;
    for (let item = isPaused.current ? undefined : queue.current.shift(); item;) {
      await send(item);
      item = isPaused.current ? undefined : queue.current.shift();
    }
    workers.current -= 1;
  }, [send]);
  const hire = useCallback(() => {
    const wanted = Math.min(atOnce, queue.current.length);
    for (let worker = 0; worker < wanted; worker += 1) void work();
  }, [work]);
  return {
    filed,
    paused,
    clear: useCallback(() => {
      forget();
      clear();
    }, [forget, clear]),
    start: useCallback(
      (waiting) => {
        queue.current.push(...waiting);
        hire();
      },
      [hire],
    ),
    cancel: useCallback(
      (id) => {
        queue.current = queue.current.filter((item) => item.id !== id);
        abort(id);
        drop(id);
      },
      [abort, drop],
    ),
    pause: useCallback(
      (next) => {
        isPaused.current = next;
        setPaused(next);
        hire();
      },
      [hire],
    ),
  };
}

export function useUploadQueue(): UploadQueue {
  const list = useUploadList();
  const { items, change, enlist, transfer } = list;
  const { start, filed, cancel, paused, pause, clear } = useWorkers(list);
  return useMemo(
    () => ({
      items,
      filed,
      cancel,
      paused,
      pause,
      add: (files, into, metaOf) => {
        start([...files].map((file) => enlist(file, { into, meta: metaOf?.(file) })));
      },
      addVersion: (file, of) => start([enlist(file, { versionOf: of })]),
      retry: (id) => {
        const item = items.find((candidate) => candidate.id === id);
        if (!item) return;
        change(id, { phase: 'waiting', problem: null });
        start([item]);
      },
      decide: (ids, versionOf) => {
        const decided = items
          .filter(({ id, phase }) => phase === 'asking' && ids.includes(id))
          .map((item): Upload => ({
            ...item,
            phase: 'waiting',
            decided: true,
            versionOf: versionOf ?? null,
          }));
        for (const { id, ...state } of decided) change(id, state);
        start(decided);
      },
      clear,
      send: async (file) => {
        const item = enlist(file);
        try {
          const { token } = await transfer(item);
          change(item.id, { phase: 'sent', progress: 1 });
          return token;
        } catch (error) {
          change(item.id, { phase: 'failed', problem: wordsOf(error) });
          throw error;
        }
      },
    }),
    [items, filed, cancel, paused, pause, start, enlist, change, transfer, clear],
  );
}
