// The pages of a share link: its files, the upload form, the password form. They work without scripts.
import type { ReactElement } from 'react';
import { brandingOf, type Branding } from '../assets/branding.ts';
import { variesByLanguage } from '../assets/languages/visitor-language.ts';
import { miningOfWorkspace, type Mining } from '../assets/mining.ts';
import type { Answer } from '../core/operation.ts';
import type { Service } from '../core/service.ts';
import { uploadScript } from '../generated/scripts.ts';
import { pageAnswer, PasswordForm, shortPage } from '../sharing/document.tsx';
import { FileCard } from '../sharing/file-card.tsx';
import { plainLook, type Look } from '../sharing/look.ts';
import { Pager } from '../sharing/pager.tsx';
import { bytesText, countText, dayText } from '../sharing/words.ts';
import type { Srcsets } from './contents.ts';
import type { OpenShare } from './open-share.ts';
import type { Shared, SharedAsset } from './schemas.ts';

/** Files on one page. */
export const filesPerPage = 60;

export interface Around {
  service: Service;
  branding: Branding;
  look: Look;
  mining: Mining | null;
}

/** The look of a link's page: the organization's. @param workspaceId of the link; null: nothing of it is shown */
export async function aroundOf(
  service: Service,
  organizationId: string | null,
  workspaceId: string | null,
): Promise<Around> {
  const [branding, mining] = await Promise.all([
    brandingOf(service, service.db, organizationId),
    workspaceId === null ? null : miningOfWorkspace(service.db, workspaceId),
  ]);
  return { service, branding, look: plainLook(branding.accent), mining };
}

export const headOf = ({ service, branding, look, mining }: Around, title: string) => ({
  serverUrl: service.env.serverUrl,
  title,
  look,
  mining,
  icon: branding.icon ?? branding.logo,
});

export function Bar({ around, organization }: { around: Around; organization: string }): ReactElement {
  const { branding } = around;
  return (
    <header className="frame bar">
      {branding.logo === null ? (
        <strong>{organization}</strong>
      ) : (
        <img className="mark" src={branding.logo} alt={organization} />
      )}
    </header>
  );
}

export function until({ organization, expiresAt }: Pick<Shared, 'organization' | 'expiresAt'>): string {
  return `Shared by ${organization}${expiresAt === null ? '' : `, until ${dayText(expiresAt)}`}`;
}

function File({ asset, srcset }: { asset: SharedAsset; srcset: string | undefined }): ReactElement {
  // Files of a link to view always have an address.
  const url = asset.url ?? '';
  return (
    <FileCard file={{ ...asset, url, srcset }} level={2}>
      <p className="noprint">
        <a
          className="button plain"
          href={url.replace('?', '?download&')}
          aria-label={`Download ${asset.title}`}
        >
          Download
        </a>
      </p>
    </FileCard>
  );
}

/** More files than are seen at a glance. */
const leastForSearch = 12;

/** Says what a preview is, for the person previewing it. */
export function PreviewNote({ isExpired = false }: Pick<OpenShare, 'isExpired'>): ReactElement {
  return (
    <p className="note noprint" role="status">
      {isExpired
        ? 'Preview: this link has expired. People with the link no longer see this page.'
        : 'Preview: this is what people with the link see.'}
    </p>
  );
}

/** How a link's page is shown. */
export interface FilesView {
  /** From 1. */
  page: number;
  /** What is searched for; empty: nothing. */
  q: string;
  /** Where all files are downloaded at once; null in a preview. */
  download: string | null;
  isExpired?: boolean | undefined;
}

function FilesHead({
  shared,
  view: { q, download, isExpired },
}: {
  shared: Shared;
  view: FilesView;
}): ReactElement {
  const { name, total } = shared;
  const isSearched = q !== '';
  return (
    <div className="intro">
      {download === null ? <PreviewNote isExpired={isExpired} /> : null}
      <h1>{name}</h1>
      <p className="quiet">
        {total === 0 || isSearched ? null : `${countText(total, 'file')}. `}
        {until(shared)}.
      </p>
      {download !== null && !isSearched && total > 1 ? (
        <p className="noprint">
          <a className="button" href={download}>
            Download all
          </a>
        </p>
      ) : null}
      {isSearched || total > leastForSearch ? (
        <form className="find noprint" role="search" aria-label="Files">
          <input type="search" name="q" defaultValue={q} aria-label="Search files" maxLength={200} />
          <button>Search</button>
        </form>
      ) : null}
      {isSearched ? (
        <p role="status">
          {total === 0 ? 'No results. ' : `${countText(total, 'file')} found. `}
          <a href="?">Show all files</a>
        </p>
      ) : null}
    </div>
  );
}

function emptyText({ total }: Shared, { q }: FilesView): string {
  if (total > 0) return 'Page not found.';
  return q === '' ? 'No files are available at the moment.' : 'Try fewer or different words.';
}

/** The page of a view link. */
export function filesPage(
  around: Around,
  { shared, srcsets }: { shared: Shared; srcsets: Srcsets },
  view: FilesView,
): Promise<Answer> {
  const { page, q } = view;
  const to = (other: number): string =>
    `?${new URLSearchParams({ ...(q && { q }), page: String(other) }).toString()}`;
  return pageAnswer({
    ...headOf(around, `${shared.name} · ${shared.organization}`),
    headers: variesByLanguage,
    body: (
      <>
        <Bar around={around} organization={shared.organization} />
        <main className="frame">
          <FilesHead shared={shared} view={view} />
          {shared.assets.length === 0 ? (
            <p className="note">{emptyText(shared, view)}</p>
          ) : (
            <ul className="files">
              {shared.assets.map((asset) => (
                <File key={asset.id} asset={asset} srcset={srcsets.get(asset.id)} />
              ))}
            </ul>
          )}
          <Pager page={page} last={Math.ceil(shared.total / filesPerPage)} to={to} />
        </main>
      </>
    ),
  });
}

function Optional({
  id,
  label,
  children,
}: {
  id: string;
  label: string;
  children: ReactElement;
}): ReactElement {
  return (
    <div>
      <label htmlFor={id}>
        {label} <span className="quiet">(optional)</span>
      </label>
      {children}
    </div>
  );
}

type Typed = Readonly<Record<string, string>>;

/** The form of an upload link. Its script sends several files, one by one. @param upload where it sends them */
function UploadForm({
  wrong,
  sent,
  typed: { name, email, note },
  upload,
}: {
  wrong: string | null;
  sent: boolean;
  typed: Typed;
  upload: string;
}): ReactElement {
  return (
    <form method="post" encType="multipart/form-data" className="stack" data-upload={upload}>
      {wrong === null ? null : (
        <p className="note wrong" role="alert">
          {wrong}
        </p>
      )}
      <div>
        <label htmlFor="file">{sent ? 'Another file' : 'File'}</label>
        <input id="file" name="file" type="file" required />
      </div>
      <Optional id="name" label="Your name">
        <input id="name" name="name" defaultValue={name} autoComplete="name" maxLength={100} />
      </Optional>
      <Optional id="email" label="Your e-mail address">
        <input
          id="email"
          name="email"
          type="email"
          defaultValue={email}
          autoComplete="email"
          maxLength={254}
        />
      </Optional>
      <Optional id="note" label="Note">
        <textarea id="note" name="note" defaultValue={note} rows={3} maxLength={2000} />
      </Optional>
      <button>Upload</button>
      <ul className="sending" hidden />
      <p className="sent" role="status" aria-live="polite" />
    </form>
  );
}

const uploadStyles =
  '.sending{list-style:none;padding:0;display:grid;gap:.75rem}.sending li{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.15rem .9rem;font-size:.92rem}.sending progress{grid-column:1/-1;width:100%;accent-color:var(--mark)}.sending .failed{grid-column:1/-1}.sent:empty{display:none}';

/** How the page of an upload link is shown. */
export interface SendView {
  status?: number;
  /** True after a successful upload. */
  sent?: boolean;
  wrong?: string | null;
  /** What was typed into a form that was refused, by field. */
  typed?: Typed;
  /** Where the script sends files; null in a preview. */
  upload: string | null;
  isExpired?: boolean | undefined;
}

/** The upload page. */
export function sendPage(
  around: Around,
  shared: Pick<Shared, 'name' | 'organization' | 'expiresAt' | 'maxBytes'>,
  { status = 200, sent = false, wrong = null, typed = {}, upload, isExpired }: SendView,
): Promise<Answer> {
  return shortPage({
    ...headOf(around, `Upload files: ${shared.name}`),
    status,
    moreStyles: uploadStyles,
    script: uploadScript,
    sends: true,
    body: (
      <>
        {upload === null ? <PreviewNote isExpired={isExpired} /> : null}
        <p className="quiet">{until(shared)}</p>
        <h1>Upload files: {shared.name}</h1>
        {sent ? (
          <p className="note" role="status">
            Thank you. Your file was uploaded and will be reviewed.
          </p>
        ) : null}
        <div inert={upload === null}>
          <UploadForm wrong={wrong} sent={sent} typed={typed} upload={upload ?? ''} />
        </div>
        <p className="quiet small" data-limit="">
          One file at a time, up to {bytesText(shared.maxBytes ?? 0)}.
        </p>
      </>
    ),
  });
}

/** The password page of a link. @param action the link's page, which takes the password */
export function passwordPage(
  around: Around,
  name: string,
  {
    status = 401,
    wrong = null,
    headers = {},
    action,
  }: { status?: number; wrong?: string | null; headers?: Record<string, string>; action: string },
): Promise<Answer> {
  return shortPage({
    ...headOf(around, name),
    status,
    headers,
    body: (
      <>
        <h1>{name}</h1>
        <p className="quiet">This link requires a password. Ask the person who gave it to you.</p>
        <PasswordForm wrong={wrong} action={action} />
      </>
    ),
  });
}
