// The server functions that the panel calls. Payload looks names up in a plain object, where `constructor` and the like are found too
// and answer what they are given: cookies, the config, the request.
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

/** True for the name of a server function that Payload has, as a browser sends it. */
export function isServerFunction(name: unknown): boolean {
  return typeof name === 'string' && names.has(name);
}
