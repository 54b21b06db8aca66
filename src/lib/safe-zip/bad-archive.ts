/** Why a zip can't be deployed, in words that whoever made it can act on. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}
