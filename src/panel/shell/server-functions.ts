// The server functions that the panel calls. Payload looks names up in a plain object, so `constructor` and the like would be
// found too, and would return their arguments: cookies, the config, the request.
const names: ReadonlySet<string> = new Set([
  'copy-data-from-locale',
  'form-state',
  'get-default-layout',
  'get-folder-results-component-and-data',
  'get-upcoming-scheduled-publish',
  'render-document',
  'render-document-slots',
  'render-field',
  'render-list',
  'render-widget',
  'schedule-publish',
  'slugify',
  'table-state',
]);

/** True if `name`, as sent by a browser, is one of Payload's server functions. */
export function isServerFunction(name: unknown): boolean {
  return typeof name === 'string' && names.has(name);
}
