'use client';
// Chooses files to upload.
import { useRef } from 'react';
import { UploadIcon } from '../../ui/icons.tsx';
import { useUploads } from '../uploads.tsx';

interface Props {
  /** The id of a collection that the files go into. */
  into?: string;
  /** Something else is what people mostly come for. */
  secondary?: boolean;
}

export function UploadButton({ into, secondary = false }: Props) {
  const { add } = useUploads();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={secondary ? 'mq-button' : 'mq-button mq-button--primary'}
        onClick={() => input.current?.click()}
      >
        <UploadIcon /> Upload
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={(event) => {
          add(event.target.files ?? [], into);
          event.target.value = '';
        }}
      />
    </>
  );
}
