import type { MigrateDownArgs, MigrateUpArgs } from '@payloadcms/db-postgres';

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(`
   ALTER TABLE "collections" ADD COLUMN "description" varchar;
  ALTER TABLE "collections" ADD COLUMN "cover_id" uuid;
  ALTER TABLE "collections" ADD CONSTRAINT "collections_cover_id_assets_id_fk" FOREIGN KEY ("cover_id") REFERENCES "public"."assets"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "collections_cover_idx" ON "collections" USING btree ("cover_id");`);
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(`
   ALTER TABLE "collections" DROP CONSTRAINT "collections_cover_id_assets_id_fk";
  
  DROP INDEX "collections_cover_idx";
  ALTER TABLE "collections" DROP COLUMN "description";
  ALTER TABLE "collections" DROP COLUMN "cover_id";`);
}
