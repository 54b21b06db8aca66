'use client';
// Asks whether the folders of an upload become collections.
import { useState } from 'react';
import { call } from '../client/operations.ts';
import { useBusy } from '../client/useBusy.ts';
import { folderOf } from '../ui/form/dropped-files.ts';
import { TickPart } from '../ui/form/inputs.tsx';
import { Sheet } from '../ui/overlays/Sheet.tsx';
import { useWords } from '../words/useWords.ts';

/** Files that wait for the answer. */
export interface FolderFiles {
  files: readonly File[];
  /** The id of the collection that they go into; undefined: only into the library. */
  into: string | undefined;
}

export const foldersIn = (files: readonly File[]): string[] => [
  ...new Set(files.flatMap((file) => folderOf(file) ?? [])),
];

interface Props extends FolderFiles {
  onAdd: (files: readonly File[], into?: string) => void;
  onClose: () => void;
}

export function FolderUpload({ files, into, onAdd, onClose }: Props) {
  const { t } = useWords();
  const folders = foldersIn(files);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(folders));
  const [busy, during] = useBusy();
  const filesOf = (folder: string): File[] => files.filter((file) => folderOf(file) === folder);
  const upload = async (): Promise<void> => {
    const rest = files.filter((file) => !chosen.has(folderOf(file) ?? ''));
    for (const name of folders.filter((folder) => chosen.has(folder))) {
      const body = { name, ...(into === undefined ? {} : { parent: into }) };
      const { data } = await call('create_collection', { body });
      onAdd(filesOf(name), data.id);
    }
    if (rest.length > 0) onAdd(rest, into);
    onClose();
  };
  return (
    <Sheet title={t('uploads:uploadSome', { count: files.length })} onClose={onClose}>
      <p>{t(into === undefined ? 'uploads:foldersHint' : 'uploads:foldersHintInside')}</p>
      {folders.map((folder) => (
        <TickPart
          key={folder}
          label={t('uploads:makeCollection', { folder, count: filesOf(folder).length })}
          checked={chosen.has(folder)}
          onChange={(on) =>
            setChosen(new Set(on ? [...chosen, folder] : [...chosen].filter((one) => one !== folder)))
          }
        />
      ))}
      <div className="mq-row mq-form__foot">
        <button
          type="button"
          className="mq-button mq-button--primary"
          disabled={busy}
          onClick={() => void during(upload)}
        >
          {t('uploads:upload')}
        </button>
        <button type="button" className="mq-link" onClick={onClose}>
          {t('ui:cancel')}
        </button>
      </div>
    </Sheet>
  );
}
