'use client';
// A title for each of the files that are about to be uploaded.
import { useEffect, useState } from 'react';
import { useWords } from '../../words/useWords.ts';

interface Props {
  files: readonly File[];
  titles: ReadonlyMap<File, string>;
  onChange: (file: File, title: string) => void;
}

/** Pictures are decoded in full, so they are drawn only as they come into sight. */
function Preview({ file }: { file: File }) {
  const [source] = useState(() => (file.type.startsWith('image/') ? URL.createObjectURL(file) : null));
  useEffect(
    () => () => {
      if (source) URL.revokeObjectURL(source);
    },
    [source],
  );
  return (
    <span className="mq-titles__picture">
      {source && <img src={source} alt="" loading="lazy" decoding="async" />}
    </span>
  );
}

export function FileTitles({ files, titles, onChange }: Props) {
  const { t, filesize } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <details className="mq-titles" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('uploads:titles')}</summary>
      {open && (
        <ul>
          {files.map((file, at) => (
            <li key={at}>
              <Preview file={file} />
              <span className="mq-titles__words">
                <input
                  className="mq-input"
                  aria-label={t('uploads:titleOf', { name: file.name })}
                  placeholder={t('uploads:titlePlaceholder')}
                  maxLength={500}
                  value={titles.get(file) ?? ''}
                  onChange={({ target }) => onChange(file, target.value)}
                />
                <span className="mq-muted">
                  {file.name} · {filesize(file.size)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
