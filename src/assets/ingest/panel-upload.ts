// A file dropped into the panel: its bytes came through our own upload, and the form brings the ticket. This runs before Payload's
// access functions, so it asks for permission first.
import { initTransaction, killTransaction, type PayloadRequest } from 'payload';
import { actorIn, callerOfUser, demand } from '../../core/access/actor.ts';
import { asPanelError } from '../../core/access/panel-errors.ts';
import { currentWorkspace } from '../../core/access/workspace-field.ts';
import { transactionOf } from '../../core/db/transaction.ts';
import { heldFieldsOf } from '../../fields/queries.ts';
import { checkValues, missingRequired, withoutNulls } from '../../fields/rules.ts';
import { handOverMark } from '../../core/db/held-connection.ts';
import { invalid, ApiError } from '../../core/errors.ts';
import { serviceOf } from '../../core/service.ts';
import { findTwin, isPublicAtFirst, recordOf } from './file-asset.ts';
import { readForm } from '../panel-shapes.ts';
import { redeem, spendTicket } from './tickets.ts';

interface Args {
  data?: Record<string, unknown>;
}

/**
 * Takes the ticket of a panel upload: fills in what the file says of itself and clears the request's file.
 *
 * @throws APIError in Payload's own shape.
 */
export async function takePanelUpload(operation: string, args: Args, req: PayloadRequest): Promise<void> {
  if (operation !== 'create' && operation !== 'update') return;
  const actor = await actorIn(req);
  if (actor.trusted) return;
  try {
    if (operation === 'update') keepBytes(args, req);
    else args.data = await takeTicket(args.data ?? {}, req);
  } catch (error) {
    throw asPanelError(req, error, 'assets');
  }
}

/**
 * Payload would fetch the stored file, whole into memory, to crop it or to move its focal point: bytes never change here.
 * @throws Refusal conflict.
 */
function keepBytes(args: Args, req: PayloadRequest): void {
  if (req.file ?? req.query.uploadEdits)
    throw new ApiError(
      'conflict',
      'The bytes of an asset never change. Upload the file as a new asset instead.',
    );
  delete args.data?.focalX;
  delete args.data?.focalY;
}

/** The token that came in place of a file. */
function tokenIn(req: PayloadRequest): string {
  // Payload has kept the address of the form by now, and would fetch it past our own dialler.
  if (typeof req.data?.url === 'string')
    throw new ApiError(
      'unsupported',
      'Files can only be uploaded here. To fetch one from a URL, use the library.',
    );
  const file = req.file as { clientUploadContext?: { token?: unknown } } | undefined;
  const token = file?.clientUploadContext?.token;
  if (typeof token !== 'string')
    throw new ApiError(
      'unsupported',
      'Choose a file: it is sent to /api/v1/uploads, never through this form.',
    );
  return token;
}

/**
 * Runs work on the storage with no transaction open, and opens a new one for what follows: Payload has begun one by now, and its
 * connection would be held for as long as the storage takes. Nothing has been written in it yet.
 */
async function outsideTransaction<T>(req: PayloadRequest, work: () => Promise<T>): Promise<T> {
  const handOver = handOverMark();
  await killTransaction(req);
  try {
    return await work();
  } finally {
    await initTransaction(req);
    handOver();
  }
}

async function takeTicket(
  data: Record<string, unknown>,
  req: PayloadRequest,
): Promise<Record<string, unknown>> {
  const caller = callerOfUser(req);
  if (caller.kind !== 'person') throw new ApiError('unauthorized', 'Sign in first.');
  const workspaceId = (await currentWorkspace(req)) ?? '';
  const { access } = await actorIn(req, { workspace: workspaceId });
  demand(access, 'propose', undefined, 'this workspace');
  const token = tokenIn(req);

  const service = serviceOf(req.payload);
  const { form, issues } = readForm(data, {});
  if (issues.length > 0) throw invalid(issues);

  const redeemed = await outsideTransaction(req, () => redeem(service, token, caller.id, {}));
  const { arrival } = redeemed;
  const db = await transactionOf(req);
  if (redeemed.workspaceId !== workspaceId)
    throw new ApiError('gone', 'This upload was opened for another workspace.');
  const twin = await findTwin(db, caller, access, workspaceId, arrival.sha256);
  if (twin)
    throw new ApiError(
      'conflict',
      `These bytes are in the library already: ${service.env.serverUrl}/admin/collections/assets/${twin}`,
      { id: twin },
    );
  const values = withoutNulls(form.fields ?? {});
  // Held from here on, and not while the file is looked into.
  const definitions = await heldFieldsOf(db, workspaceId);
  const unfit = checkValues(definitions, values, 'fields');
  if (unfit.length > 0) throw invalid(unfit);
  await spendTicket(db, redeemed.ticketId, arrival.sha256);

  const mayWrite = access.scope === 'write' || access.scope === 'admin';
  // An editor who drops a file fills the form in afterwards: without its required fields it starts as a draft.
  const isUnfinished = data.status === 'draft' || missingRequired(definitions, values).length > 0;
  const status = !mayWrite ? 'proposed' : isUnfinished ? 'draft' : 'active';
  delete req.file;
  const { metadata, parentAssetId: _, ...said } = form;
  const publicAtFirst = await isPublicAtFirst(service, db, workspaceId);
  const isPublic = form.public ?? publicAtFirst;
  // What waits for review is shown to nobody until somebody who may approve it has.
  if (isPublic && !publicAtFirst && mayWrite) demand(access, 'write', 'share', 'this workspace');
  const record = recordOf(
    arrival,
    { workspaceId, status, caller },
    { ...said, public: isPublic, fields: values },
  );
  return { ...record, metadata: { ...record.metadata, ...metadata } };
}
