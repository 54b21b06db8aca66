export async function decode() {
  return { result: null };
}
