'use client';
// Asks what the files of an upload share, how each is called, and whether folders become collections.
import { useMemo, useState } from 'react';
import type { Field } from '../../../fields/schemas.ts';
import { useMe } from '../../client/me.tsx';
import { call } from '../../client/operations.ts';
import { useBusy } from '../../client/useBusy.ts';
import { useFields } from '../../client/useFields.ts';
import { Alert } from '../../ui/Alert.tsx';
import { folderOf } from '../../ui/form/dropped-files.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormFoot } from '../../ui/form/FormFoot.tsx';
import { TickPart } from '../../ui/form/inputs.tsx';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import { useWords } from '../../words/useWords.ts';
import { noChange, type BulkChange } from '../library/edit/bulk-change.ts';
import { FileTitles } from './FileTitles.tsx';
import { metaOf, type UploadMeta } from './file-upload.ts';
import { foldersIn, type FormFiles } from './form-files.ts';
import { problemOf, SharedDetails } from './SharedDetails.tsx';
import './upload-form.css';

interface Props extends FormFiles {
  onAdd: (files: readonly File[], into: string | undefined, metaOf: (file: File) => UploadMeta) => void;
  onClose: () => void;
}

const filesIn = (folder: string, files: readonly File[]): File[] =>
  files.filter((file) => folderOf(file) === folder);

interface FoldersProps extends FormFiles {
  /** The folders that become collections. */
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function Folders({ files, into, chosen, onChange }: FoldersProps) {
  const { t } = useWords();
  const folders = foldersIn(files);
  if (folders.length === 0) return null;
  return (
    <div className="mq-field">
      <p className="mq-hint">{t(into === undefined ? 'uploads:foldersHint' : 'uploads:foldersHintInside')}</p>
      {folders.map((folder) => (
        <TickPart
          key={folder}
          label={t('uploads:makeCollection', { folder, count: filesIn(folder, files).length })}
          checked={chosen.has(folder)}
          onChange={(on) =>
            onChange(new Set(on ? [...chosen, folder] : [...chosen].filter((one) => one !== folder)))
          }
        />
      ))}
    </div>
  );
}

/** The form once the fields are there: those that must be set are asked for from the start. */
function Filled({ files, into, fields, onAdd, onClose }: Props & { fields: readonly Field[] }) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(foldersIn(files)));
  const [change, setChange] = useState<BulkChange>(() => ({
    ...noChange,
    fields: Object.fromEntries(fields.filter(({ required }) => required).map(({ key }) => [key, null])),
  }));
  const [titles, setTitles] = useState<ReadonlyMap<File, string>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, during] = useBusy();
  const describe = (file: File): UploadMeta => {
    const title = titles.get(file)?.trim();
    return { ...metaOf(change), ...(title && { title }) };
  };
  const upload = async (): Promise<void> => {
    const rest = files.filter((file) => !chosen.has(folderOf(file) ?? ''));
    for (const name of chosen) {
      const body = { name, ...(into === undefined ? {} : { parent: into }) };
      const { data } = await call('create_collection', { body });
      onAdd(filesIn(name, files), data.id, describe);
    }
    if (rest.length > 0) onAdd(rest, into, describe);
    onClose();
  };
  return (
    <Form
      className="mq-form"
      onSubmit={() => {
        const wrong = problemOf(change, t);
        setProblem(wrong);
        if (!wrong) void during(upload);
      }}
    >
      <Folders files={files} into={into} chosen={chosen} onChange={setChosen} />
      <SharedDetails change={change} fields={fields} busy={busy} onChange={setChange} />
      <FileTitles
        files={files}
        titles={titles}
        onChange={(file, title) => setTitles(new Map([...titles, [file, title]]))}
      />
      <Alert problem={problem} />
      <FormFoot action={t('uploads:upload')} disabled={busy} onCancel={onClose} inSheet />
    </Form>
  );
}

export function UploadForm(props: Props) {
  const { t, locale } = useWords();
  const { fields, problem } = useFields(useMe()?.workspace?.id ?? null);
  const { onClose } = props;
  // A folder hands its files out in no order.
  const files = useMemo(
    () => props.files.toSorted((a, b) => a.name.localeCompare(b.name, locale, { numeric: true })),
    [props.files, locale],
  );
  return (
    <Sheet title={t('uploads:uploadSome', { count: files.length })} asks onClose={onClose}>
      {fields || problem ? (
        <Filled {...props} files={files} fields={fields ?? []} />
      ) : (
        <p className="mq-muted">{t('ui:loading')}</p>
      )}
    </Sheet>
  );
}
