'use client';
// Accepts files and folders dropped anywhere on the page.
import { useEffect, useEffectEvent, useState } from 'react';
import { UploadIcon } from '../icons.tsx';
import { droppedFiles } from './dropped-files.ts';
import { useWords } from '../../words/useWords.ts';
import './drop.css';

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useWords();
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onFiles);

  useEffect(() => {
    // A drag enters and leaves every element on its way: it has left the page once both counts are equal.
    let depth = 0;
    const enter = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const hover = (event: DragEvent): void => {
      if (carriesFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      depth = 0;
      setOver(false);
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (!event.dataTransfer) return;
      void droppedFiles(event.dataTransfer).then((files) => {
        if (files.length > 0) take(files);
      });
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', hover);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', hover);
      window.removeEventListener('drop', drop);
    };
  }, []);

  if (!over) return null;
  return (
    <div className="mq-drop">
      <div className="mq-drop__words">
        <UploadIcon />
        {t('ui:dropToUpload')}
      </div>
    </div>
  );
}
