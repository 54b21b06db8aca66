'use client';
// The files of a rule, such as a logo's.
import { useState } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import type { Rule } from '../../../brands/rules/schemas.ts';
import { AssetPicker } from '../../assets/AssetPicker.tsx';
import { RemoveButton } from '../../ui/RemoveButton.tsx';
import { Thumbnail } from '../../ui/Thumbnail.tsx';
import { useWords } from '../../words/useWords.ts';

type Files = Rule['assets'];

function withFile(files: Files, asset: Asset): Files {
  const { id, metadata, filename, mime, width, height } = asset;
  if (files.some((file) => file.id === id)) return files;
  return [...files, { id, rendition: null, title: metadata.title ?? null, filename, mime, width, height }];
}

interface Props {
  files: Files;
  problem: string | null;
  onChange: (files: Files) => void;
}

export function RuleFiles({ files, problem, onChange }: Props) {
  const { t } = useWords();
  const [picking, setPicking] = useState(false);
  return (
    <div className="mq-field">
      <span className="mq-label">{t('rules:files')}</span>
      {files.length > 0 && (
        <ul className="mq-fileboxes">
          {files.map((file, index) => (
            <li key={`${file.id} ${file.rendition ?? ''}`}>
              <span className="mq-filebox">
                <Thumbnail asset={file} shownAt={96} />
              </span>
              <span className="mq-filebox__name">{file.title ?? file.filename}</span>
              <RemoveButton
                label={t('ui:removeOne', { name: file.filename })}
                onRemove={() => onChange(files.filter((_, at) => at !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="mq-button mq-button--small" onClick={() => setPicking(true)}>
        {t('rules:addFile')}
      </button>
      {problem && <p className="mq-problem">{problem}</p>}
      {picking && (
        <AssetPicker
          title={t('rules:addFileTo')}
          onClose={() => setPicking(false)}
          onChoose={(asset) => {
            setPicking(false);
            onChange(withFile(files, asset));
          }}
        />
      )}
    </div>
  );
}
