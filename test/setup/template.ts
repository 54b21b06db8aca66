// What every test's database begins with. It is filled once for a run and copied for each test file.

/**
 * Migrates the template database.
 * @param url of an empty database; connections to it are cut when this is done
 */
export async function fillTemplate(url: string): Promise<void> {
  // Nothing is migrated yet.
  void url;
}
