import type { MigrateDownArgs, MigrateUpArgs } from '@payloadcms/db-postgres';

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(`
   ALTER TABLE "grants" ALTER COLUMN "resource" SET DATA TYPE varchar;
  DROP TYPE "public"."enum_grants_resource";`);
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(`
   CREATE TYPE "public"."enum_grants_resource" AS ENUM('organization', 'workspace', 'brand', 'collection', 'asset');
  ALTER TABLE "grants" ALTER COLUMN "resource" SET DATA TYPE "public"."enum_grants_resource" USING "resource"::"public"."enum_grants_resource";`);
}
