// The page of a review link: each file with the comments that were made through the link, and forms for more.
import { variesByLanguage } from '../../assets/languages/visitor-language.ts';
import { threadsOfLink, type LinkThread } from '../../comments/asset-comments.ts';
import type { Comment } from '../../comments/schemas.ts';
import { isApiError, statusOfCode, type ApiError } from '../../core/errors.ts';
import type { Answer } from '../../core/operation.ts';
import { reviewScript } from '../../generated/scripts.ts';
import { pageAnswer } from '../../sharing/document.tsx';
import { Pager } from '../../sharing/pager.tsx';
import { countText } from '../../sharing/words.ts';
import { sharedWithPictures, type SharedWithPictures } from '../contents.ts';
import { sharePagePath } from '../links.ts';
import { messageOf } from '../refused-message.ts';
import { aroundOf, Bar, headOf, PreviewNote, until, type Around } from '../pages.tsx';
import { ReviewedFile } from './file.tsx';
import { formId, WhoAreYou, type Forms, type Refused } from './forms.tsx';
import { reviewStyles } from './styles.ts';
import { numbered } from './threads.tsx';
import { visitorIn, type Reviewing } from './visitor.ts';

/** Files on one page: each is large, with its comments. */
export const reviewedPerPage = 20;
/** Threads below one file, the newest. */
const threadsPerFile = 200;

interface Shown {
  around: Around;
  forms: Forms;
  files: SharedWithPictures;
  threads: LinkThread[];
  isPreview: boolean;
  isExpired: boolean | undefined;
}

/** Whether the form that something was refused on is on the page. */
function hasForm({ forms, files, threads }: Shown, at: string): boolean {
  const { visitor } = forms;
  if (at === 'visitor') return true;
  if (!visitor) return false;
  const isOwn = ({ author }: Comment): boolean => author.kind === 'visitor' && author.id === visitor.id;
  return (
    files.shared.assets.some(({ id }) => at === formId('asset', id)) ||
    threads.some(({ id }) => at === formId('reply', id)) ||
    threads
      .flatMap((thread) => [thread, ...thread.replies])
      .some((comment) => isOwn(comment) && at === formId('edit', comment.id))
  );
}

/** What was refused and has no form on the page any more, with what they wrote. */
function Lost({ message, typed }: Refused) {
  return (
    <div className="note wrong" role="alert">
      <p>{message}</p>
      {typed.body ? (
        <p className="said" dir="auto">
          {typed.body}
        </p>
      ) : null}
    </div>
  );
}

function Files({ forms, files: { shared, srcsets, players }, threads }: Shown) {
  const { total, assets, organization } = shared;
  if (assets.length === 0)
    return (
      <p className="note">{total === 0 ? 'No files are available at the moment.' : 'Page not found.'}</p>
    );
  return assets.map((asset) => {
    const own = threads.filter(({ shown }) => shown === asset.id);
    return (
      <ReviewedFile
        key={asset.id}
        asset={asset}
        srcset={srcsets.get(asset.id)}
        player={players.get(asset.id)}
        threads={numbered(own.slice(0, threadsPerFile))}
        isAll={own.length <= threadsPerFile}
        forms={forms}
        organization={organization}
      />
    );
  });
}

function Body(shown: Shown) {
  const { around, forms, files, isPreview, isExpired } = shown;
  const { name, organization, allowDownloads, total } = files.shared;
  const { at, page, refused } = forms;
  return (
    <>
      <Bar around={around} organization={organization} />
      {isPreview ? (
        <div className="frame">
          <PreviewNote isExpired={isExpired} />
        </div>
      ) : null}
      <main className="frame" inert={isPreview}>
        <div className="intro">
          <h1>{name}</h1>
          <p className="quiet">
            {total === 0 ? null : `${countText(total, 'file')} to review. `}
            {until(files.shared)}.
          </p>
          {allowDownloads && total > 1 ? (
            <p className="noprint">
              <a className="button plain" href={`${at}/download`}>
                Download all
              </a>
            </p>
          ) : null}
          {refused && !hasForm(shown, refused.at) ? <Lost {...refused} /> : null}
          <WhoAreYou forms={forms} organization={organization} />
        </div>
        <Files {...shown} />
        <Pager page={page} last={Math.ceil(total / reviewedPerPage)} to={(other) => `${at}?page=${other}`} />
      </main>
    </>
  );
}

/** What was asked for, and what of it was refused. */
export interface Visit {
  /** From 1. */
  page: number;
  language: string | null;
  refused?: { error: ApiError } & Omit<Refused, 'message'>;
  /** True for the person previewing it. */
  isPreview?: boolean;
}

/** @throws whatever was refused and isn't an ApiError */
export async function reviewPage(
  reviewing: Reviewing,
  headers: Headers,
  { page, language, refused, isPreview = false }: Visit,
): Promise<Answer> {
  const { service, share, token } = reviewing;
  const at = { limit: reviewedPerPage, offset: (page - 1) * reviewedPerPage };
  const files = await sharedWithPictures(service, share, at, language);
  const ids = files.shared.assets.map(({ id }) => id);
  // One more, to know whether these are all.
  const threads = ids.length > 0 ? await threadsOfLink(service.db, share.id, ids, threadsPerFile + 1) : [];
  const around = await aroundOf(service, share.organizationId, share.workspaceId);
  const forms: Forms = {
    at: sharePagePath(token),
    page,
    visitor: visitorIn(reviewing, headers),
    refused: refused ? { at: refused.at, typed: refused.typed, message: messageOf(refused.error) } : null,
  };
  return pageAnswer({
    ...headOf(around, `${share.name} · ${share.organization}`),
    moreStyles: reviewStyles,
    script: reviewScript,
    ...(refused ? { status: statusOfCode[refused.error.code] } : {}),
    headers: {
      ...variesByLanguage,
      // Forms of a page without referrers have no origin, and its origin is what protects a visitor's name.
      'referrer-policy': 'same-origin',
      ...retryAfter(refused?.error),
    },
    body: <Body {...{ around, forms, files, threads, isPreview, isExpired: share.isExpired }} />,
  });
}

function retryAfter(error: unknown): Record<string, string> {
  if (!isApiError(error) || error.code !== 'rate_limited') return {};
  const { retryAfterSeconds = 60 } = (error.detail ?? {}) as { retryAfterSeconds?: number };
  return { 'retry-after': String(retryAfterSeconds) };
}
