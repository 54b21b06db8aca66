// A file dropped into the panel: its bytes came through our own upload, and the form sends the ticket. This runs before Payload's
// access functions, so it checks permissions itself.
import { initTransaction, killTransaction, type PayloadRequest } from 'payload';
import { actorIn, callerOfUser, demand } from '../../core/access/actor.ts';
import { asPanelError } from '../../core/access/payload/panel-errors.ts';
import { currentWorkspace } from '../../core/access/payload/workspace-field.ts';
import { transactionOf } from '../../core/db/transaction.ts';
import { heldFieldsOf } from '../../fields/queries.ts';
import { checkValues, missingRequired, withoutNulls } from '../../fields/rules.ts';
import { handOverMark } from '../../core/db/held-connection.ts';
import { panelUrl } from '../../core/panel-address.ts';
import { invalid, ApiError } from '../../core/errors.ts';
import { serviceOf } from '../../core/service.ts';
import { findTwin, isPublicAtFirst, recordOf } from './file-asset.ts';
import { readForm } from '../panel-shapes.ts';
import { setFingerprint } from '../similar/hashes.ts';
import { redeem, spendTicket } from './tickets.ts';

interface Args {
  data?: Record<string, unknown>;
}

/**
 * Redeems the ticket of a panel upload: fills in the file's properties and clears the request's file.
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
 * Rejects edits of the file: Payload would load it whole into memory to crop it or move its focal point.
 * @throws ApiError conflict.
 */
function keepBytes(args: Args, req: PayloadRequest): void {
  if (req.file ?? req.query.uploadEdits)
    throw new ApiError('conflict', "An asset's file can't be replaced. Upload it as a new asset instead.");
  delete args.data?.focalX;
  delete args.data?.focalY;
}

/** The token sent in place of a file. */
function tokenIn(req: PayloadRequest): string {
  // Payload would fetch a URL from the form itself, bypassing our guarded fetch.
  if (typeof req.data?.url === 'string')
    throw new ApiError('unsupported', 'This form only takes uploads. To import from a URL, use the library.');
  const file = req.file as { clientUploadContext?: { token?: unknown } } | undefined;
  const token = file?.clientUploadContext?.token;
  if (typeof token !== 'string')
    throw new ApiError(
      'unsupported',
      'Choose a file. Files are sent to /api/v1/uploads, not through this form.',
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
    throw new ApiError('gone', 'This upload belongs to another workspace.');
  const twin = await findTwin(db, caller, access, workspaceId, arrival.sha256);
  if (twin)
    throw new ApiError(
      'conflict',
      `This file is already in the library: ${panelUrl(service, `/collections/assets/${twin}`)}`,
      { id: twin },
    );
  const values = withoutNulls(form.fields ?? {});
  // Locked only from here on, not while the file is probed.
  const definitions = await heldFieldsOf(db, workspaceId);
  const unfit = checkValues(definitions, values, 'fields');
  if (unfit.length > 0) throw invalid(unfit);
  await spendTicket(db, redeemed.ticketId, arrival.sha256);

  const mayWrite = access.scope === 'write' || access.scope === 'admin';
  // Editors fill in the form after dropping a file, so without its required fields the asset starts as a draft.
  const isUnfinished = data.status === 'draft' || missingRequired(definitions, values).length > 0;
  const status = !mayWrite ? 'proposed' : isUnfinished ? 'draft' : 'active';
  delete req.file;
  const { metadata, parentAssetId: _, ...formValues } = form;
  const publicAtFirst = await isPublicAtFirst(service, db, workspaceId);
  const isPublic = form.public ?? publicAtFirst;
  // A proposed asset isn't public until someone approves it.
  if (isPublic && !publicAtFirst && mayWrite) demand(access, 'write', 'share', 'this workspace');
  setFingerprint(req, arrival.sha256, arrival.probed.fingerprint);
  const record = recordOf(
    arrival,
    { workspaceId, status, caller },
    { ...formValues, public: isPublic, fields: values },
  );
  return { ...record, metadata: { ...record.metadata, ...metadata } };
}
