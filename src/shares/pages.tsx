// The pages of a share link: its files, the upload form, the password form. They work without scripts.
import type { ReactElement } from 'react';
import { brandingOf, type Branding } from '../assets/branding.ts';
import { variesByLanguage } from '../assets/languages/visitor-language.ts';
import type { Answer } from '../core/operation.ts';
import type { Service } from '../core/service.ts';
import { pageAnswer, PasswordForm, shortPage } from '../sharing/document.tsx';
import { FileCard } from '../sharing/file-card.tsx';
import { plainLook, type Look } from '../sharing/look.ts';
import { Pager } from '../sharing/pager.tsx';
import { bytesText, countText, dayText } from '../sharing/words.ts';
import type { Srcsets } from './contents.ts';
import type { Shared, SharedAsset } from './schemas.ts';

/** Files on one page. */
export const filesPerPage = 60;

export interface Around {
  service: Service;
  branding: Branding;
  look: Look;
}

/** The look of a link's page: the organization's. */
export async function aroundOf(service: Service, organizationId: string | null): Promise<Around> {
  const branding = await brandingOf(service, service.db, organizationId);
  return { service, branding, look: plainLook(branding.accent) };
}

export const headOf = ({ service, branding, look }: Around, title: string) => ({
  serverUrl: service.env.serverUrl,
  title,
  look,
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

/** The page of a view link. @param page from 1. */
export function filesPage(
  around: Around,
  { shared, srcsets }: { shared: Shared; srcsets: Srcsets },
  page: number,
): Promise<Answer> {
  return pageAnswer({
    ...headOf(around, `${shared.name} · ${shared.organization}`),
    headers: variesByLanguage,
    body: (
      <>
        <Bar around={around} organization={shared.organization} />
        <main className="frame">
          <div className="intro">
            <h1>{shared.name}</h1>
            <p className="quiet">
              {shared.total === 0 ? null : `${countText(shared.total, 'file')}. `}
              {until(shared)}.
            </p>
          </div>
          {shared.assets.length === 0 ? (
            <p className="note">
              {shared.total === 0 ? 'No files are available at the moment.' : 'Page not found.'}
            </p>
          ) : (
            <ul className="files">
              {shared.assets.map((asset) => (
                <File key={asset.id} asset={asset} srcset={srcsets.get(asset.id)} />
              ))}
            </ul>
          )}
          <Pager page={page} last={Math.ceil(shared.total / filesPerPage)} to={(other) => `?page=${other}`} />
        </main>
      </>
    ),
  });
}

/** The upload page. @param sent true after a successful upload. */
export function sendPage(
  around: Around,
  shared: Pick<Shared, 'name' | 'organization' | 'expiresAt' | 'maxBytes'>,
  {
    status = 200,
    sent = false,
    wrong = null,
  }: { status?: number; sent?: boolean; wrong?: string | null } = {},
): Promise<Answer> {
  return shortPage({
    ...headOf(around, `Upload files: ${shared.name}`),
    status,
    body: (
      <>
        <p className="quiet">{until(shared)}</p>
        <h1>Upload files: {shared.name}</h1>
        {sent ? (
          <p className="note" role="status">
            Thank you. Your file was uploaded and will be reviewed.
          </p>
        ) : null}
        <form method="post" encType="multipart/form-data" className="stack">
          {wrong === null ? null : (
            <p className="note wrong" role="alert">
              {wrong}
            </p>
          )}
          <div>
            <label htmlFor="file">{sent ? 'Another file' : 'File'}</label>
            <input id="file" name="file" type="file" required />
          </div>
          <button>Upload</button>
        </form>
        <p className="quiet small">One file at a time, up to {bytesText(shared.maxBytes ?? 0)}.</p>
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
