'use client';
// Uploads, which continue across panel pages: how files are chosen, and what is asked before they're sent.
import dynamic from 'next/dynamic.js';
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
import { foldersIn, type FormFiles } from './uploading/form-files.ts';
import { hasEnded } from './uploading/upload.ts';
import { useUploadQueue, type UploadQueue } from './uploading/useUploadQueue.ts';
import { useWords } from '../words/useWords.ts';

/** It comes with what it's needed for: every view loads this file. */
const UploadForm = dynamic(() => import('./uploading/UploadForm.tsx').then((module) => module.UploadForm));

interface Uploads extends UploadQueue {
  /** Lets the person choose files on their device, and adds them. @param describe asks first what they share */
  choose: (into?: string, describe?: boolean) => void;
  /** The same with a folder. */
  chooseFolder: (into?: string) => void;
}

const UploadsContext = createContext<Uploads | null>(null);

export function useUploads(): Uploads {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error('useUploads must be used inside UploadsProvider.');
  return uploads;
}

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
