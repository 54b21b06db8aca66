'use client';
// Icons, 16 pixels, in the text color: lucide's, one import each, so that only these are loaded. Decorative: the text next to each says
// the same. They need the browser's React: they read a context.
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import File from 'lucide-react/icons/file';
import Folder from 'lucide-react/icons/folder';
import GripVertical from 'lucide-react/icons/grip-vertical';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import Lock from 'lucide-react/icons/lock';
import MessageSquare from 'lucide-react/icons/message-square';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import Upload from 'lucide-react/icons/upload';
import X from 'lucide-react/icons/x';

/** 1.5 pixels wide: lucide draws on 24. */
const drawn = { size: 16, strokeWidth: 2.25, focusable: false, 'aria-hidden': true } as const;
/** The same, in a direction of reading. */
const directed = { ...drawn, className: 'mq-directed' } as const;

export const CloseIcon = () => <X {...drawn} />;
export const CheckIcon = () => <Check {...drawn} />;
export const ChevronIcon = () => <ChevronDown {...drawn} />;
export const UpIcon = () => <ChevronUp {...drawn} />;
export const DownIcon = ChevronIcon;
/** @param direction how it's sorted now; null: by something else */
export const SortIcon = ({ direction }: { direction: 'ascending' | 'descending' | null }) =>
  direction === 'descending' ? <ArrowDown {...drawn} /> : <ArrowUp {...drawn} />;
export const CommentIcon = () => <MessageSquare {...drawn} />;
export const EyeIcon = () => <Eye {...drawn} />;
export const UploadIcon = () => <Upload {...drawn} />;
export const SearchIcon = () => <Search {...drawn} />;
export const GridIcon = () => <LayoutGrid {...drawn} />;
export const TableIcon = () => <List {...drawn} />;
export const LockIcon = () => <Lock {...drawn} />;
export const FileIcon = () => <File {...drawn} />;
export const DownloadIcon = () => <Download {...drawn} />;
export const MoreIcon = () => <Ellipsis {...drawn} />;
export const GripIcon = () => <GripVertical {...drawn} />;
export const CopyIcon = () => <Copy {...drawn} />;
export const PencilIcon = () => <Pencil {...drawn} />;
export const PlusIcon = () => <Plus {...drawn} />;
export const FolderIcon = () => <Folder {...drawn} />;
export const PreviousIcon = () => <ChevronLeft {...directed} />;
export const NextIcon = () => <ChevronRight {...directed} />;
