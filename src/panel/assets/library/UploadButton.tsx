'use client';
// Chooses files to upload.
import { useRef } from 'react';
import { UploadIcon } from '../../ui/icons.tsx';
import { useUploads } from '../uploads.tsx';

export function UploadButton() {
  const { add } = useUploads();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="mq-button mq-button--primary" onClick={() => input.current?.click()}>
        <UploadIcon /> Upload
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={(event) => {
          add(event.target.files ?? []);
          event.target.value = '';
        }}
      />
    </>
  );
}
