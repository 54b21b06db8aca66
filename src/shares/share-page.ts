// The page of a link by its kind, for its visitors, and for the person previewing it.
import { visitorLanguage } from '../assets/languages/visitor-language.ts';
import type { Answer, RequestFacts } from '../core/operation.ts';
import type { Service } from '../core/service.ts';
import { sharedWithPictures } from './contents.ts';
import { sharePagePath } from './links.ts';
import type { OpenShare } from './open-share.ts';
import { aroundOf, filesPage, filesPerPage, sendPage } from './pages.tsx';
import { reviewPage } from './review/page.tsx';

/** Where the script of an upload page sends files. */
export const uploadPath = (token: string): string => `/api/v1/shared/${encodeURIComponent(token)}`;

/** Where everything that a link shows is downloaded. */
const downloadPath = (token: string): string => `${sharePagePath(token)}/download`;

export interface ShareVisit {
  request: RequestFacts;
  /** Null in a preview: the address of a link isn't known. */
  token: string | null;
  /** From 1. */
  page: number;
  q: string;
  /** True after a file was uploaded. */
  sent?: boolean;
}

export async function sharePage(
  service: Service,
  share: OpenShare,
  { request, token, page, q, sent = false }: ShareVisit,
): Promise<Answer> {
  const language = await visitorLanguage(service, service.db, share.workspaceId, request, true);
  if (share.kind === 'review') {
    const reviewing = { service, share, token: token ?? '' };
    return reviewPage(reviewing, request.headers, { page, language, isPreview: token === null });
  }
  const around = await aroundOf(service, share.organizationId, share.workspaceId);
  const { isExpired } = share;
  const asked = { limit: filesPerPage, offset: (page - 1) * filesPerPage, q };
  const { shared, srcsets } = await sharedWithPictures(service, share, asked, language);
  return share.kind === 'upload'
    ? sendPage(around, shared, { sent, upload: token === null ? null : uploadPath(token), isExpired })
    : filesPage(
        around,
        { shared, srcsets },
        { page, q, download: token === null ? null : downloadPath(token), isExpired },
      );
}
