import type { MigrateDownArgs, MigrateUpArgs } from '@payloadcms/db-postgres';

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(`
   CREATE TYPE "public"."enum_brand_rules_type" AS ENUM('color', 'text', 'number', 'list', 'font');
  CREATE TYPE "public"."enum_brand_pages_audience" AS ENUM('everyone', 'partners', 'members');
  CREATE TYPE "public"."enum_brand_pages_layout" AS ENUM('book', 'landing');
  CREATE TABLE "brand_rules" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"brand_id" uuid NOT NULL,
  	"workspace_id" uuid,
  	"key" varchar NOT NULL,
  	"label" varchar,
  	"context" varchar,
  	"type" "enum_brand_rules_type" DEFAULT 'color' NOT NULL,
  	"value" jsonb,
  	"spec" jsonb DEFAULT '{}'::jsonb,
  	"usage" varchar,
  	"assets" jsonb DEFAULT '[]'::jsonb,
  	"position" numeric DEFAULT 0,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "brand_pages" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"brand_id" uuid NOT NULL,
  	"workspace_id" uuid,
  	"title" varchar NOT NULL,
  	"slug" varchar NOT NULL,
  	"parent_id" uuid,
  	"position" numeric DEFAULT 0,
  	"hidden" boolean DEFAULT false,
  	"eyebrow" varchar,
  	"lede" varchar,
  	"cover" varchar,
  	"icon" varchar,
  	"audience" "enum_brand_pages_audience" DEFAULT 'everyone' NOT NULL,
  	"tabs" boolean DEFAULT false,
  	"layout" "enum_brand_pages_layout" DEFAULT 'book' NOT NULL,
  	"aliases" jsonb DEFAULT '[]'::jsonb,
  	"sections" jsonb DEFAULT '[]'::jsonb,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "brand_comments" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"brand_id" uuid NOT NULL,
  	"workspace_id" uuid,
  	"page_id" uuid NOT NULL,
  	"section" varchar,
  	"thread_id" uuid,
  	"body" varchar NOT NULL,
  	"author_kind" varchar NOT NULL,
  	"author" varchar NOT NULL,
  	"author_id" varchar,
  	"edited_at" timestamp(3) with time zone,
  	"resolved_at" timestamp(3) with time zone,
  	"resolved_by" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "brands" ADD COLUMN "theme" jsonb;
  ALTER TABLE "brand_rules" ADD CONSTRAINT "brand_rules_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "brand_rules" ADD CONSTRAINT "brand_rules_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "brand_pages" ADD CONSTRAINT "brand_pages_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "brand_pages" ADD CONSTRAINT "brand_pages_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "brand_pages" ADD CONSTRAINT "brand_pages_parent_id_brand_pages_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."brand_pages"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "brand_comments" ADD CONSTRAINT "brand_comments_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "brand_comments" ADD CONSTRAINT "brand_comments_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "brand_comments" ADD CONSTRAINT "brand_comments_page_id_brand_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."brand_pages"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "brand_comments" ADD CONSTRAINT "brand_comments_thread_id_brand_comments_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."brand_comments"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "brand_rules_brand_idx" ON "brand_rules" USING btree ("brand_id");
  CREATE INDEX "brand_rules_workspace_idx" ON "brand_rules" USING btree ("workspace_id");
  CREATE INDEX "brand_rules_key_idx" ON "brand_rules" USING btree ("key");
  CREATE INDEX "brand_rules_updated_at_idx" ON "brand_rules" USING btree ("updated_at");
  CREATE INDEX "brand_rules_created_at_idx" ON "brand_rules" USING btree ("created_at");
  CREATE INDEX "brand_pages_brand_idx" ON "brand_pages" USING btree ("brand_id");
  CREATE INDEX "brand_pages_workspace_idx" ON "brand_pages" USING btree ("workspace_id");
  CREATE INDEX "brand_pages_parent_idx" ON "brand_pages" USING btree ("parent_id");
  CREATE INDEX "brand_pages_updated_at_idx" ON "brand_pages" USING btree ("updated_at");
  CREATE INDEX "brand_pages_created_at_idx" ON "brand_pages" USING btree ("created_at");
  CREATE UNIQUE INDEX "brand_slug_idx" ON "brand_pages" USING btree ("brand_id","slug");
  CREATE INDEX "brand_comments_brand_idx" ON "brand_comments" USING btree ("brand_id");
  CREATE INDEX "brand_comments_workspace_idx" ON "brand_comments" USING btree ("workspace_id");
  CREATE INDEX "brand_comments_page_idx" ON "brand_comments" USING btree ("page_id");
  CREATE INDEX "brand_comments_thread_idx" ON "brand_comments" USING btree ("thread_id");
  CREATE INDEX "brand_comments_updated_at_idx" ON "brand_comments" USING btree ("updated_at");
  CREATE INDEX "brand_comments_created_at_idx" ON "brand_comments" USING btree ("created_at");`);
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(`
   DROP TABLE "brand_rules" CASCADE;
  DROP TABLE "brand_pages" CASCADE;
  DROP TABLE "brand_comments" CASCADE;
  ALTER TABLE "brands" DROP COLUMN "theme";
  DROP TYPE "public"."enum_brand_rules_type";
  DROP TYPE "public"."enum_brand_pages_audience";
  DROP TYPE "public"."enum_brand_pages_layout";`);
}
