import type { MigrateDownArgs, MigrateUpArgs } from '@payloadcms/db-postgres';

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(`
   CREATE TYPE "public"."enum_fields_kind" AS ENUM('text', 'number', 'date', 'boolean', 'select');
  ALTER TABLE "fields" ALTER COLUMN "type" SET DATA TYPE varchar;
  ALTER TABLE "fields" ALTER COLUMN "type" SET DEFAULT 'text';
  ALTER TABLE "fields" ADD COLUMN "kind" "enum_fields_kind";
  DROP TYPE "public"."enum_fields_type";`);
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(`
   CREATE TYPE "public"."enum_fields_type" AS ENUM('text', 'number', 'date', 'boolean', 'select');
  ALTER TABLE "fields" ALTER COLUMN "type" SET DEFAULT 'text'::"public"."enum_fields_type";
  ALTER TABLE "fields" ALTER COLUMN "type" SET DATA TYPE "public"."enum_fields_type" USING coalesce("kind"::text, "type")::"public"."enum_fields_type";
  ALTER TABLE "fields" DROP COLUMN "kind";
  DROP TYPE "public"."enum_fields_kind";`);
}
