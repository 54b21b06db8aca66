import { defineOperation } from '../../src/operation.ts';
import { beginDeployment, deploy, maxZipBytes } from '../../src/sites/deployments.ts';
import { deploymentNow } from '../../src/sites/queries.ts';
import { formType, receiveZip, zipTypes } from '../../src/sites/receive.ts';
import { DeploymentQuery } from '../../src/sites/schemas.ts';
import { OneDeployment, onSite, sitePath } from './schemas.ts';

export const createDeployment = defineOperation({
  name: 'create_deployment',
  route: 'POST /api/v1/sites/{id}/deployments',
  tag: 'sites',
  summary: 'Deploy a build to a site: one zip, checked whole before any of it is served',
  description:
    'Answered at once, in state checking; with wait=true once it is live, or has failed and says why. It replaces what is live at the same path in one step. An index.html is wanted at the root of the zip, or in the one folder that wraps everything else.',
  scope: 'write',
  on: onSite,
  readOnly: true, // the bytes stream for as long as they take: no transaction is held open over them
  input: { path: sitePath, query: DeploymentQuery },
  streams: [...zipTypes, formType],
  output: OneDeployment,
  status: 201,
  refuses: ['too_large', 'unsupported', 'invalid_request', 'unavailable'],
  run: async ({ service, access, caller, request, db }, { path, query }) => {
    const staged = await receiveZip(
      service.storage,
      request,
      await maxZipBytes(service, access.workspaceId ?? ''),
    );
    let id: string;
    try {
      id = await beginDeployment(service, caller, path.id, staged, query);
    } catch (error) {
      await service.storage.discard(staged.key);
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
