import { noAccess } from '../../src/core/access/caller.ts';
import { withTransaction } from '../../src/core/pipeline/transaction.ts';
import { formFields, postedForm, readFormFields } from '../../src/core/pipeline/form.ts';
import { defineOperation, type Answer, type Context } from '../../src/core/operation.ts';
import { isApiError } from '../../src/core/errors.ts';
import { sharePagePath } from '../../src/shares/links.ts';
import { openShare, unlockShare } from '../../src/shares/open-share.ts';
import { aroundOf, sendPage } from '../../src/shares/pages.tsx';
import { fileReceived, receiveFile } from '../../src/shares/receive.ts';
import { refusedPage } from '../../src/shares/refused-page.ts';
import { messageOf } from '../../src/shares/refused-message.ts';
import { uploadPath } from '../../src/shares/share-page.ts';
import { redirectTo, wantsPage } from '../../src/sharing/document.tsx';
import { refusals, tokenPath } from './schemas.ts';

async function receive(context: Context, token: string): Promise<Answer> {
  const { service, caller, request } = context;
  const share = await openShare(service, token, request);
  const typed: Record<string, string> = {};
  try {
    const received = await receiveFile(context, share, typed);
    await withTransaction(service, caller, noAccess, (req, db) =>
      fileReceived({ service, db, req }, share, received),
    );
    // Redirect after POST: reloading the page doesn't submit again.
    return redirectTo(`${sharePagePath(token)}?sent=1`);
  } catch (error) {
    // Problems with the file are shown on the form; a link that just ended has no form.
    const isOfFile = isApiError(error) && share.kind === 'upload' && error.code !== 'gone';
    if (!isOfFile || !wantsPage(request.headers)) throw error;
    const { maxUploadBytes: maxBytes } = service.env;
    const expiresAt = share.expiresAt?.toISOString() ?? null;
    const around = await aroundOf(service, share.organizationId, share.workspaceId);
    return sendPage(
      around,
      { ...share, expiresAt, maxBytes },
      { status: error.status, wrong: messageOf(error), typed, upload: uploadPath(token) },
    );
  }
}

async function unlock({ service, request }: Context, token: string): Promise<Answer> {
  const form = await readFormFields(request.body);
  const cookie = await unlockShare(service, token, form.get('password') ?? '', request.address);
  return redirectTo(sharePagePath(token), cookie === null ? {} : { 'set-cookie': cookie });
}

export const sendSharePage = defineOperation({
  name: 'send_share_page',
  http: {
    ...postedForm,
    route: 'POST /s/{token}',
    tag: 'shares',
    also: { 303: 'To the page' },
    streams: ['multipart/form-data', formFields],
  },
  summary: 'Submit a form on the page of a share link: its password, or a file',
  description:
    'Send a file as the part "file" of a multipart form, with "name", "email" and "note" if you like, as for POST /api/v1/shared/{token}. A password sets a cookie that opens the page.',
  access: {
    scope: 'public',
  },
  readOnly: true, // the bytes stream for as long as they take; the transaction opens once they are here
  input: { path: tokenPath },
  errors: [...refusals, 'invalid_request'],
  run: async (context, { path: { token } }) => {
    const isPassword = (context.request.headers.get('content-type') ?? '').startsWith(formFields);
    try {
      return await (isPassword ? unlock(context, token) : receive(context, token));
    } catch (error) {
      return refusedPage(context.service, context.request, token, error, isPassword);
    }
  },
});
