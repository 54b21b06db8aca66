// Stops what global.mjs started; jest runs both in the same process.
export default async function globalTeardown() {
  await globalThis.stopShared?.();
}
