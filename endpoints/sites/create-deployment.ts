import { isOutcomeUnknown } from '../../src/core/db/commit.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import { beginDeployment, deploy, maxZipBytes } from '../../src/sites/deployments.ts';
import { deploymentNow } from '../../src/sites/queries.ts';
import { formType, receiveZip, takeZip, zipTypes } from '../../src/sites/receive.ts';
import { DeploymentQuery, ZipSource } from '../../src/sites/schemas.ts';
import { liveDeployment, LiveDeployment } from '../../src/sites/live-deployment.ts';
import { OneDeployment, onSite, sitePath } from './schemas.ts';

export const createDeployment = defineOperation({
  name: 'create_deployment',
  route: 'POST /api/v1/sites/{id}/deployments',
  tag: 'sites',
  summary: 'Deploy a build to a site: one zip, checked whole before any of it is served',
  description:
    'The zip is the body, or JSON names it: the token of an upload it was sent to, or its public url. Answered at once, in state checking; with wait=true once it is live, or has failed and says why. It replaces what is live at the same path in one step. An index.html is wanted at the root of the zip, or in the one folder that wraps everything else.',
  scope: 'write',
  target: onSite,
  readOnly: true, // the bytes stream for as long as they take: no transaction is held open over them
  input: { path: sitePath, query: DeploymentQuery, body: ZipSource },
  streams: [...zipTypes, formType],
  output: OneDeployment,
  status: 201,
  errors: ['too_large', 'unsupported', 'invalid_request', 'unavailable', 'gone', 'conflict', 'invalid'],
  tool: {
    title: 'Deploy a build to a site',
    description:
      'Deploys a build, one zip with an index.html at its root, to a site. Give the public url of the zip; or call create_upload (mime application/zip), PUT the zip to its uploadUrl, and give the token. It answers with the live url once the build is served; a build that fails its checks is an error that says why. What was live at the same path is replaced in one step. list_sites gives the id.',
    defaults: { wait: 'true' },
    result: { output: LiveDeployment, of: liveDeployment },
    destructive: true,
    openWorld: true,
  },
  run: async ({ service, access, caller, request, db, keepAnswer }, { path, query, body }) => {
    if (caller.kind === 'nobody') throw new ApiError('unauthorized', 'Sign in, or send a key.');
    const workspaceId = access.workspaceId ?? '';
    const maxBytes = await maxZipBytes(service, workspaceId);
    // A zip that is itself the body comes unread: `body` is then undefined.
    const source = body as ZipSource | undefined;
    const zip = source
      ? await takeZip(service, source, { callerId: caller.id, workspaceId }, maxBytes)
      : { ...(await receiveZip(service.storage, request, maxBytes)), ticketId: null };
    let id: string;
    try {
      id = await beginDeployment(service, caller, path.id, zip, query, async (transaction, begun) => {
        await keepAnswer?.(transaction, { data: await deploymentNow(transaction, begun) });
      });
    } catch (error) {
      // A deployment that may have been saved after all still needs its zip; if it wasn't, the sweep removes it.
      if (zip.ticketId === null && !isOutcomeUnknown(error)) await service.storage.discard(zip.key);
      throw error;
    }
    if (query.wait === 'true') {
      await deploy(service, id).catch((error: unknown) => {
        // The job tries again; until then it is being checked, and so it is answered.
        service.log.warn({ err: error, deployment: id }, 'a deployment can not be checked just now');
      });
    }
    return { data: await deploymentNow(db, id) };
  },
});
