'use client';
// The upload queue: sends a few files at a time and continues across panel pages.
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Asset } from '../../assets/schemas.ts';
import { wordsOf } from '../client/api.ts';
import { sendFile } from '../client/send-file.ts';
import dynamic from 'next/dynamic.js';
import { fileUpload, type UploadMeta } from './uploading/file-upload.ts';
import { foldersIn, type FormFiles } from './uploading/form-files.ts';
import { useWords } from '../words/useWords.ts';

/** It comes with what it's needed for: every view loads this file. */
const UploadForm = dynamic(() => import('./uploading/UploadForm.tsx').then((module) => module.UploadForm));

/** Concurrent uploads: more would only share the same bandwidth. */
const atOnce = 3;

export type Phase = 'waiting' | 'sending' | 'filing' | 'filed' | 'present' | 'sent' | 'failed';

export interface Upload {
  id: number;
  file: File;
  /** The id of the collection it goes into; null: only into the library. */
  into: string | null;
  /** The id of the asset that it becomes a version of; null: it becomes an asset of its own. */
  versionOf: string | null;
  /** What the person said about it. */
  meta: UploadMeta;
  phase: Phase;
  /** 0 to 1. */
  progress: number;
  /** The error message. */
  problem: string | null;
  assetId: string | null;
  status: Asset['status'] | null;
  /** As it was once it was filed. */
  asset: Asset | null;
  /** It was there already, and isn't what the person said about it. */
  differs: boolean;
}

interface Uploads {
  items: readonly Upload[];
  /** Counts created assets: lists reload when it grows. */
  filed: number;
  /**
   * @param into the id of a collection that the files go into.
   * @param metaOf what is said about each of them
   */
  add: (files: Iterable<File>, into?: string, metaOf?: (file: File) => UploadMeta) => void;
  /** Lets the person choose files on their device, and adds them. @param describe asks first what they share */
  choose: (into?: string, describe?: boolean) => void;
  /** The same with a folder. */
  chooseFolder: (into?: string) => void;
  /** @param of the id of the asset that the file becomes a version of. */
  addVersion: (file: File, of: string) => void;
  retry: (id: number) => void;
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

const UploadsContext = createContext<Uploads | null>(null);

export function useUploads(): Uploads {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error('useUploads must be used inside UploadsProvider.');
  return uploads;
}

export const hasEnded = ({ phase }: Upload): boolean =>
  phase === 'filed' || phase === 'present' || phase === 'sent' || phase === 'failed';

/** Asks before the page is left while uploads are under way. */
function useLeaveWarning(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent): void => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
    };
  }, [busy]);
}

interface UploadList {
  items: readonly Upload[];
  change: (id: number, what: Partial<Upload>) => void;
  /** Adds a file, waiting. */
  enlist: (
    file: File,
    more?: { into?: string | undefined; versionOf?: string; meta?: UploadMeta | undefined },
  ) => Upload;
  /** Sends a file's bytes, showing the progress. Returns the upload token. */
  transfer: (upload: Upload, signal?: AbortSignal) => Promise<string>;
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
      assetId: null,
      status: null,
      asset: null,
      differs: false,
    };
    setItems((now) => [...now, item]);
    return item;
  }, []);

  const transfer = useCallback(
    async ({ id, file }: Upload, signal?: AbortSignal): Promise<string> => {
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

type Work = Pick<Uploads, 'filed' | 'cancel' | 'paused' | 'pause'> & { start: (waiting: Upload[]) => void };

interface Sending {
  /** How many are filed. */
  filed: number;
  send: (item: Upload) => Promise<void>;
  abort: (id: number) => void;
}

/** Sends and files one upload after the other, each of which can be stopped until it is filed. */
function useSending({ change, transfer }: UploadList): Sending {
  const [filed, setFiled] = useState(0);
  const running = useRef(new Map<number, AbortController>());
  const send = useCallback(
    async (item: Upload): Promise<void> => {
      const controller = new AbortController();
      running.current.set(item.id, controller);
      try {
        const token = await transfer(item, controller.signal);
        running.current.delete(item.id);
        change(item.id, { phase: 'filing', progress: 1 });
        const { data, deduped, notApplied = [] } = await fileUpload(token, item);
        change(item.id, {
          phase: deduped ? 'present' : 'filed',
          assetId: data.id,
          status: data.status,
          asset: data,
          differs: deduped && notApplied.some(({ field }) => field !== 'filename' && field !== 'collections'),
        });
        setFiled((count) => count + 1);
      } catch (error) {
        if (!controller.signal.aborted) change(item.id, { phase: 'failed', problem: wordsOf(error) });
      } finally {
        running.current.delete(item.id);
      }
    },
    [change, transfer],
  );
  const abort = useCallback((id: number) => running.current.get(id)?.abort(), []);
  return { filed, send, abort };
}

/** Sends what waits, a few at a time. */
function useWorkers(list: UploadList): Work {
  const { drop } = list;
  const { filed, send, abort } = useSending(list);
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

function useUploadQueue(): Omit<Uploads, 'choose' | 'chooseFolder'> {
  const list = useUploadList();
  const { items, change, enlist, transfer, clear } = list;
  const { start, filed, cancel, paused, pause } = useWorkers(list);
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
      clear,
      send: async (file) => {
        const item = enlist(file);
        try {
          const token = await transfer(item);
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

interface ChooserProps {
  /** Whole folders, instead of files. */
  folders?: boolean;
  onChoose: (files: File[]) => void;
}

/** The browser's own way to choose files, opened by a click on it. */
function Chooser({
  ref,
  folders = false,
  onChoose,
}: ChooserProps & { ref: RefObject<HTMLInputElement | null> }) {
  const { t } = useWords();
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      {...(folders ? { webkitdirectory: '' } : {})}
      aria-label={t(folders ? 'uploads:folderToUpload' : 'uploads:filesToUpload')}
      onChange={({ target }) => {
        onChoose([...(target.files ?? [])]);
        // Choosing the same file again is a change then.
        target.value = '';
      }}
    />
  );
}

export function UploadsProvider({ children }: { children?: ReactNode }) {
  const queue = useUploadQueue();
  const { add } = queue;
  const [files, folder] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const choosing = useRef<{ into?: string | undefined; describe?: boolean }>({});
  const [asked, setAsked] = useState<FormFiles | null>(null);
  const addOrAsk = useCallback(
    (given: Iterable<File>, into?: string, describe = false) => {
      const all = [...given];
      if (all.length > 0 && (describe || foldersIn(all).length > 0)) setAsked({ files: all, into });
      else add(all, into);
    },
    [add],
  );
  const value = useMemo<Uploads>(
    () => ({
      ...queue,
      add: (given, into) => addOrAsk(given, into),
      choose: (into, describe = false) => {
        choosing.current = { into, describe };
        files.current?.click();
      },
      chooseFolder: (into) => {
        choosing.current = { into };
        folder.current?.click();
      },
    }),
    [queue, addOrAsk, files, folder],
  );
  const onChoose = (given: File[]): void => addOrAsk(given, choosing.current.into, choosing.current.describe);
  useLeaveWarning(queue.items.some((item) => !hasEnded(item)));
  return (
    <UploadsContext value={value}>
      {children}
      <Chooser ref={files} onChoose={onChoose} />
      <Chooser ref={folder} folders onChoose={onChoose} />
      {asked && <UploadForm {...asked} onAdd={add} onClose={() => setAsked(null)} />}
    </UploadsContext>
  );
}
