// A file dropped into the panel: its bytes came through our own upload, and the form brings the ticket. This runs before Payload's
// access functions, so it asks for permission first.
import type { PayloadRequest } from 'payload';
import { actorIn, callerOfUser, demand } from '../access/actor.ts';
import { forDoor } from '../access/panel-errors.ts';
import { currentWorkspace } from '../access/workspace-field.ts';
import { transactionOf } from '../db/transaction.ts';
import { fieldsOf } from '../fields/queries.ts';
import { missingRequired } from '../fields/rules.ts';
import type { FieldValues } from '../fields/schemas.ts';
import { Refusal } from '../refusal.ts';
import { serviceOf } from '../service.ts';
import { findTwin, recordOf } from './file-asset.ts';
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
    const file = req.file as
      (PayloadRequest['file'] & { clientUploadContext?: { token?: unknown } }) | undefined;
    if (operation === 'update') {
      if (file)
        throw new Refusal(
          'conflict',
          'The bytes of an asset never change. Upload the file as a new asset instead.',
        );
      return;
    }
    const caller = callerOfUser(req);
    const workspaceId = (await currentWorkspace(req)) ?? '';
    const { access } = await actorIn(req, { workspace: workspaceId });
    demand(access, 'propose', undefined, 'this workspace');
    const token = file?.clientUploadContext?.token;
    if (typeof token !== 'string')
      throw new Refusal(
        'unsupported',
        'Choose a file: it is sent to /api/v1/uploads, never through this form.',
      );
    const service = serviceOf(req.payload);
    const { ticketId, arrival } = await redeem(service, token, caller.kind === 'person' ? caller.id : '', {});

    const db = await transactionOf(req).catch(() => service.db);
    const twin = await findTwin(db, caller, access, workspaceId, arrival.sha256);
    if (twin)
      throw new Refusal(
        'conflict',
        `These bytes are in the library already: ${service.env.serverUrl}/admin/collections/assets/${twin}`,
        { id: twin },
      );
    await spendTicket(db, ticketId, arrival.sha256);

    const data = args.data ?? {};
    const mayWrite = access.scope === 'write' || access.scope === 'admin';
    // An editor who drops a file fills the form in afterwards: without its required fields it starts as a draft.
    const missing = missingRequired(await fieldsOf(db, workspaceId), (data.fields ?? {}) as FieldValues);
    const status = !mayWrite
      ? 'proposed'
      : missing.length > 0 || data.status === 'draft'
        ? 'draft'
        : 'active';
    delete req.file;
    args.data = recordOf(arrival, { workspaceId, status, caller }, data);
  } catch (error) {
    throw forDoor(req, error, 'assets');
  }
}
