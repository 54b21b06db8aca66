import type { MigrateDownArgs, MigrateUpArgs } from '@payloadcms/db-postgres';

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(`
   ALTER TABLE "collections" ADD COLUMN "parent_id" uuid;
  ALTER TABLE "collections" ADD CONSTRAINT "collections_parent_id_collections_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."collections"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "collections_parent_idx" ON "collections" USING btree ("parent_id");`);
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(`
   ALTER TABLE "collections" DROP CONSTRAINT "collections_parent_id_collections_id_fk";
  
  DROP INDEX "collections_parent_idx";
  ALTER TABLE "collections" DROP COLUMN "parent_id";`);
}
