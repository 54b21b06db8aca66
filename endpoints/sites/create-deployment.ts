import { isOutcomeUnknown } from '../../src/core/db/commit.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import { beginDeployment, deploy, maxZipBytes } from '../../src/sites/deployments.ts';
import { progressOfDeployment, reporting } from '../../src/sites/checking.ts';
import { deploymentNow } from '../../src/sites/queries.ts';
import { fetchingPart, formType, receiveZip, takeZip, zipTypes } from '../../src/sites/receive.ts';
import { DeploymentQuery, ZipSource } from '../../src/sites/schemas.ts';
import { liveDeployment } from '../../src/sites/live-deployment.ts';
import { OneDeployment, onSite, sitePath } from './schemas.ts';

export const createDeployment = defineOperation({
  name: 'create_deployment',
  http: {
    route: 'POST /api/v1/sites/{id}/deployments',
    tag: 'sites',
    status: 201,
    streams: [...zipTypes, formType],
  },
  summary: 'Deploy a build to a site: one zip, fully checked before anything is served',
  description:
    "Send the zip as the body, or name it in JSON: the token of an upload, or a public url. Responds immediately with state checking; with wait=true, once it's live or has failed with a reason. The zip needs an index.html at its root or in its single top-level folder. _redirects and _headers beside it, and spa in marque.site.json, say how it's served. Going live replaces what is at the same path in one step.",
  access: {
    scope: 'write',
    target: onSite,
  },
  readOnly: true, // the bytes stream for as long as they take, so no transaction is open meanwhile
  input: { path: sitePath, query: DeploymentQuery, body: ZipSource },
  output: OneDeployment,
  errors: ['too_large', 'unsupported', 'invalid_request', 'unavailable', 'gone', 'conflict', 'invalid'],
  agent: {
    title: 'Deploy a build to a site',
    description:
      'Deploys a build to a site: one zip with an index.html at its root. Give its public url; or call create_upload (mime application/zip), PUT the zip to the uploadUrl, and give the token. Returns the live url once the build is served; one that fails its checks is an error with the reason. Replaces what is live at the same path.',
    defaults: { wait: 'true' },
    result: { of: liveDeployment },
    long: { look: 'get_deployment', progressOf: progressOfDeployment, cancel: 'cancel_deployment' },
    destructive: true,
    openWorld: true,
  },
  run: async ({ service, access, caller, request, db, keepAnswer }, { path, query, body }) => {
    if (caller.kind === 'nobody') throw new ApiError('unauthorized', 'Sign in, or send an API key.');
    const workspaceId = access.workspaceId ?? '';
    const maxBytes = await maxZipBytes(service, workspaceId);
    // If the zip is the body itself, it isn't parsed: `body` is then undefined.
    const source = body as ZipSource | undefined;
    const zip = source
      ? await takeZip(service, source, { callerId: caller.id, workspaceId }, request, maxBytes)
      : { ...(await receiveZip(service.storage, request, maxBytes)), ticketId: null };
    let id: string;
    try {
      id = await beginDeployment(service, caller, path.id, zip, query, async (transaction, begun) => {
        await keepAnswer?.(transaction, { data: await deploymentNow(transaction, begun) });
      });
    } catch (error) {
      // The deployment may have been saved after all and need its zip; if it wasn't, the sweep removes it.
      if (zip.ticketId === null && !isOutcomeUnknown(error)) await service.storage.discard(zip.key);
      throw error;
    }
    if (query.wait === 'true') {
      const fetched = source?.url === undefined ? 0 : fetchingPart;
      await reporting(service, { site: path.id, deployment: id }, request.report, fetched, () =>
        deploy(service, id, request.cancel ? { signal: request.cancel } : {}).catch((error: unknown) => {
          // The job checks it; until then the deployment is still being checked.
          if (request.cancel?.aborted) return;
          service.log.warn({ err: error, deployment: id }, 'deployment check could not be queued');
        }),
      );
    }
    return { data: await deploymentNow(db, id) };
  },
});
