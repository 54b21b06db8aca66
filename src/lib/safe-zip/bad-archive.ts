/** Why a zip can't be deployed, with a message its creator can act on. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}
