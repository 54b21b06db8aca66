// Icons, 16 pixels, in the text colour. Decorative: the text next to each says the same.
import type { ReactNode } from 'react';

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export const CloseIcon = () => (
  <Drawing>
    <path d="m4 4 8 8M12 4l-8 8" />
  </Drawing>
);
export const CheckIcon = () => (
  <Drawing>
    <path d="m3 8.5 3.2 3L13 4.5" />
  </Drawing>
);
export const ChevronIcon = () => (
  <Drawing>
    <path d="m4.5 6.5 3.5 3.5 3.5-3.5" />
  </Drawing>
);
export const UpIcon = () => (
  <Drawing>
    <path d="m4.5 9.5 3.5-3.5 3.5 3.5" />
  </Drawing>
);
export const DownIcon = ChevronIcon;
/** @param direction how it's sorted now; null: by something else */
export const SortIcon = ({ direction }: { direction: 'ascending' | 'descending' | null }) => (
  <Drawing>
    {direction !== 'descending' && <path d="M8 13V3m0 0L4.5 6.5M8 3l3.5 3.5" />}
    {direction === 'descending' && <path d="M8 3v10m0 0 3.5-3.5M8 13 4.5 9.5" />}
  </Drawing>
);
export const EyeIcon = () => (
  <Drawing>
    <path d="M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8Z" />
    <circle cx="8" cy="8" r="1.9" />
  </Drawing>
);
export const UploadIcon = () => (
  <Drawing>
    <path d="M8 10.5v-8m0 0L5 5.4m3-2.9 3 2.9M2.5 10.5v2a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-2" />
  </Drawing>
);
export const SearchIcon = () => (
  <Drawing>
    <circle cx="7" cy="7" r="4.2" />
    <path d="m10.2 10.2 3.3 3.3" />
  </Drawing>
);
export const GridIcon = () => (
  <Drawing>
    <rect x="2.5" y="2.5" width="4.4" height="4.4" rx="0.8" />
    <rect x="9.1" y="2.5" width="4.4" height="4.4" rx="0.8" />
    <rect x="2.5" y="9.1" width="4.4" height="4.4" rx="0.8" />
    <rect x="9.1" y="9.1" width="4.4" height="4.4" rx="0.8" />
  </Drawing>
);
export const TableIcon = () => (
  <Drawing>
    <path d="M2.5 4h11M2.5 8h11M2.5 12h11" />
  </Drawing>
);
export const LockIcon = () => (
  <Drawing>
    <rect x="3.5" y="7" width="9" height="6.5" rx="1.2" />
    <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
  </Drawing>
);
export const FileIcon = () => (
  <Drawing>
    <path d="M4 1.8h5.2L12.5 5v8.2a1 1 0 0 1-1 1H4.5a1 1 0 0 1-1-1V2.8a1 1 0 0 1 1-1ZM9 2v3.2h3.2" />
  </Drawing>
);
export const DownloadIcon = () => (
  <Drawing>
    <path d="M8 2.5v8m0 0L5 7.6m3 2.9 3-2.9M2.5 10.5v2a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-2" />
  </Drawing>
);
export const MoreIcon = () => (
  <Drawing>
    <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.4" />
  </Drawing>
);
export const GripIcon = () => (
  <Drawing>
    <path d="M6 3.5h.01M10 3.5h.01M6 8h.01M10 8h.01M6 12.5h.01M10 12.5h.01" strokeWidth="2.2" />
  </Drawing>
);
export const CopyIcon = () => (
  <Drawing>
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
  </Drawing>
);
export const PencilIcon = () => (
  <Drawing>
    <path d="m10.6 3 2.4 2.4L5.6 12.8l-3 .6.6-3L10.6 3Z" />
  </Drawing>
);
export const PlusIcon = () => (
  <Drawing>
    <path d="M8 3v10M3 8h10" />
  </Drawing>
);
export const FolderIcon = () => (
  <Drawing>
    <path d="M2 4.2a1 1 0 0 1 1-1h3.1l1.5 1.7H13a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V4.2Z" />
  </Drawing>
);
export const PreviousIcon = () => (
  <Drawing>
    <path d="M10 3.5 5.5 8l4.5 4.5" />
  </Drawing>
);
export const NextIcon = () => (
  <Drawing>
    <path d="M6 3.5 10.5 8 6 12.5" />
  </Drawing>
);
