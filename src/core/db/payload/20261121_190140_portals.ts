import type { MigrateDownArgs, MigrateUpArgs } from '@payloadcms/db-postgres';

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(`
   CREATE TYPE "public"."enum_portals_access" AS ENUM('public', 'password', 'members');
  CREATE TABLE "portals" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"name" varchar NOT NULL,
  	"slug" varchar,
  	"workspace_id" uuid,
  	"intro" varchar,
  	"terms" varchar,
  	"expires_at" timestamp(3) with time zone,
  	"indexed" boolean DEFAULT false,
  	"access" "enum_portals_access" DEFAULT 'public',
  	"theme" jsonb,
  	"brands" jsonb,
  	"collections" jsonb,
  	"presets" jsonb,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "portals" ADD CONSTRAINT "portals_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE set null ON UPDATE no action;
  CREATE UNIQUE INDEX "portals_slug_idx" ON "portals" USING btree ("slug");
  CREATE INDEX "portals_workspace_idx" ON "portals" USING btree ("workspace_id");
  CREATE INDEX "portals_updated_at_idx" ON "portals" USING btree ("updated_at");
  CREATE INDEX "portals_created_at_idx" ON "portals" USING btree ("created_at");`);
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(`
   ALTER TABLE "portals" DISABLE ROW LEVEL SECURITY;
  DROP TABLE "portals" CASCADE;
  DROP TYPE "public"."enum_portals_access";`);
}
