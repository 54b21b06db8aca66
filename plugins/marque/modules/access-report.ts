// Who can reach a resource and why, and where an asset is used.
import { accessReportOperations } from '../../../endpoints/access-report/index.ts';
import { defineModule } from '../../../src/core/module.ts';

export const accessReport = defineModule({ name: 'access-report', operations: accessReportOperations });
