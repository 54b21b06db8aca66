import type { MigrateDownArgs, MigrateUpArgs } from '@payloadcms/db-postgres';

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(`
   CREATE TYPE "public"."enum_assets_status" AS ENUM('draft', 'proposed', 'active', 'archived', 'rejected');
  CREATE TYPE "public"."enum_assets_origin" AS ENUM('shot', 'licensed', 'generated');
  CREATE TYPE "public"."enum_fields_type" AS ENUM('text', 'number', 'date', 'boolean', 'select');
  CREATE TYPE "public"."enum_grants_resource" AS ENUM('organization', 'workspace', 'brand', 'collection', 'asset');
  CREATE TYPE "public"."enum_grants_scope" AS ENUM('read', 'propose', 'write', 'admin');
  CREATE TYPE "public"."enum_keys_scope" AS ENUM('read', 'propose', 'write', 'admin');
  CREATE TABLE "assets" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"workspace_id" uuid,
  	"sha256" varchar NOT NULL,
  	"probe" jsonb,
  	"metadata" jsonb,
  	"tags" jsonb DEFAULT '[]'::jsonb,
  	"fields" jsonb DEFAULT '{}'::jsonb,
  	"status" "enum_assets_status" DEFAULT 'active' NOT NULL,
  	"review_note" varchar,
  	"proposed_by" varchar,
  	"proposed_by_id" varchar,
  	"proposed_tags" jsonb DEFAULT '[]'::jsonb,
  	"proposed_fields" jsonb DEFAULT '{}'::jsonb,
  	"rights" jsonb,
  	"origin" "enum_assets_origin",
  	"parent_asset_id" varchar,
  	"generator" varchar,
  	"prompt" varchar,
  	"c2pa" jsonb,
  	"stack_id" varchar,
  	"version" numeric,
  	"current" boolean DEFAULT true,
  	"superseded_by" varchar,
  	"private" boolean DEFAULT false,
  	"public" boolean DEFAULT true,
  	"effective_private" boolean DEFAULT false,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone,
  	"url" varchar,
  	"thumbnail_u_r_l" varchar,
  	"filename" varchar,
  	"mime_type" varchar,
  	"filesize" numeric,
  	"width" numeric,
  	"height" numeric
  );
  
  CREATE TABLE "collections" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"name" varchar NOT NULL,
  	"icon" varchar,
  	"workspace_id" uuid,
  	"fields" jsonb,
  	"private" boolean DEFAULT false,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "fields" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"label" varchar NOT NULL,
  	"key" varchar NOT NULL,
  	"type" "enum_fields_type" DEFAULT 'text' NOT NULL,
  	"options" jsonb DEFAULT '[]'::jsonb,
  	"required" boolean DEFAULT false,
  	"workspace_id" uuid,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "brands" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"name" varchar NOT NULL,
  	"slug" varchar NOT NULL,
  	"workspace_id" uuid,
  	"is_default" boolean DEFAULT false,
  	"private" boolean DEFAULT false,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "workspaces" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"name" varchar NOT NULL,
  	"slug" varchar NOT NULL,
  	"organization_id" uuid NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "organizations" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"name" varchar NOT NULL,
  	"slug" varchar NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "users_sessions" (
  	"_order" integer NOT NULL,
  	"_parent_id" uuid NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"created_at" timestamp(3) with time zone,
  	"expires_at" timestamp(3) with time zone NOT NULL
  );
  
  CREATE TABLE "users" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"name" varchar NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"email" varchar NOT NULL,
  	"reset_password_token" varchar,
  	"reset_password_expiration" timestamp(3) with time zone,
  	"salt" varchar,
  	"hash" varchar,
  	"reset_password_requested_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "grants" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"user_id" uuid,
  	"resource" "enum_grants_resource" NOT NULL,
  	"resource_id" varchar NOT NULL,
  	"scope" "enum_grants_scope" NOT NULL,
  	"limits" jsonb DEFAULT '[]'::jsonb,
  	"organization_id" uuid NOT NULL,
  	"workspace_id" uuid,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "keys" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"name" varchar NOT NULL,
  	"prefix" varchar NOT NULL,
  	"hash" varchar NOT NULL,
  	"scope" "enum_keys_scope" NOT NULL,
  	"workspace_id" uuid NOT NULL,
  	"owner_id" uuid,
  	"made_by_id" uuid,
  	"expires_at" timestamp(3) with time zone,
  	"last_used_at" timestamp(3) with time zone,
  	"calls" numeric DEFAULT 0,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "payload_kv" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"key" varchar NOT NULL,
  	"data" jsonb NOT NULL
  );
  
  CREATE TABLE "payload_preferences" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"key" varchar,
  	"value" jsonb,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "payload_preferences_rels" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer,
  	"parent_id" uuid NOT NULL,
  	"path" varchar NOT NULL,
  	"users_id" uuid
  );
  
  CREATE TABLE "payload_migrations" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"name" varchar,
  	"batch" numeric,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "assets" ADD CONSTRAINT "assets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "collections" ADD CONSTRAINT "collections_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "fields" ADD CONSTRAINT "fields_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "brands" ADD CONSTRAINT "brands_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "users_sessions" ADD CONSTRAINT "users_sessions_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "grants" ADD CONSTRAINT "grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "grants" ADD CONSTRAINT "grants_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "grants" ADD CONSTRAINT "grants_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "keys" ADD CONSTRAINT "keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "keys" ADD CONSTRAINT "keys_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "keys" ADD CONSTRAINT "keys_made_by_id_users_id_fk" FOREIGN KEY ("made_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "payload_preferences_rels" ADD CONSTRAINT "payload_preferences_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."payload_preferences"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_preferences_rels" ADD CONSTRAINT "payload_preferences_rels_users_fk" FOREIGN KEY ("users_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "assets_workspace_idx" ON "assets" USING btree ("workspace_id");
  CREATE INDEX "assets_sha256_idx" ON "assets" USING btree ("sha256");
  CREATE INDEX "assets_status_idx" ON "assets" USING btree ("status");
  CREATE INDEX "assets_proposed_by_id_idx" ON "assets" USING btree ("proposed_by_id");
  CREATE INDEX "assets_stack_id_idx" ON "assets" USING btree ("stack_id");
  CREATE INDEX "assets_updated_at_idx" ON "assets" USING btree ("updated_at");
  CREATE INDEX "assets_created_at_idx" ON "assets" USING btree ("created_at");
  CREATE INDEX "assets_deleted_at_idx" ON "assets" USING btree ("deleted_at");
  CREATE INDEX "assets_filename_idx" ON "assets" USING btree ("filename");
  CREATE INDEX "collections_name_idx" ON "collections" USING btree ("name");
  CREATE INDEX "collections_workspace_idx" ON "collections" USING btree ("workspace_id");
  CREATE INDEX "collections_updated_at_idx" ON "collections" USING btree ("updated_at");
  CREATE INDEX "collections_created_at_idx" ON "collections" USING btree ("created_at");
  CREATE INDEX "fields_workspace_idx" ON "fields" USING btree ("workspace_id");
  CREATE INDEX "fields_updated_at_idx" ON "fields" USING btree ("updated_at");
  CREATE INDEX "fields_created_at_idx" ON "fields" USING btree ("created_at");
  CREATE UNIQUE INDEX "workspace_key_idx" ON "fields" USING btree ("workspace_id","key");
  CREATE INDEX "brands_workspace_idx" ON "brands" USING btree ("workspace_id");
  CREATE INDEX "brands_updated_at_idx" ON "brands" USING btree ("updated_at");
  CREATE INDEX "brands_created_at_idx" ON "brands" USING btree ("created_at");
  CREATE UNIQUE INDEX "workspace_slug_idx" ON "brands" USING btree ("workspace_id","slug");
  CREATE INDEX "workspaces_organization_idx" ON "workspaces" USING btree ("organization_id");
  CREATE INDEX "workspaces_updated_at_idx" ON "workspaces" USING btree ("updated_at");
  CREATE INDEX "workspaces_created_at_idx" ON "workspaces" USING btree ("created_at");
  CREATE UNIQUE INDEX "organization_slug_idx" ON "workspaces" USING btree ("organization_id","slug");
  CREATE UNIQUE INDEX "organizations_slug_idx" ON "organizations" USING btree ("slug");
  CREATE INDEX "organizations_updated_at_idx" ON "organizations" USING btree ("updated_at");
  CREATE INDEX "organizations_created_at_idx" ON "organizations" USING btree ("created_at");
  CREATE INDEX "users_sessions_order_idx" ON "users_sessions" USING btree ("_order");
  CREATE INDEX "users_sessions_parent_id_idx" ON "users_sessions" USING btree ("_parent_id");
  CREATE INDEX "users_updated_at_idx" ON "users" USING btree ("updated_at");
  CREATE INDEX "users_created_at_idx" ON "users" USING btree ("created_at");
  CREATE UNIQUE INDEX "users_email_idx" ON "users" USING btree ("email");
  CREATE INDEX "grants_user_idx" ON "grants" USING btree ("user_id");
  CREATE INDEX "grants_resource_id_idx" ON "grants" USING btree ("resource_id");
  CREATE INDEX "grants_organization_idx" ON "grants" USING btree ("organization_id");
  CREATE INDEX "grants_workspace_idx" ON "grants" USING btree ("workspace_id");
  CREATE INDEX "grants_updated_at_idx" ON "grants" USING btree ("updated_at");
  CREATE INDEX "grants_created_at_idx" ON "grants" USING btree ("created_at");
  CREATE UNIQUE INDEX "keys_hash_idx" ON "keys" USING btree ("hash");
  CREATE INDEX "keys_workspace_idx" ON "keys" USING btree ("workspace_id");
  CREATE INDEX "keys_owner_idx" ON "keys" USING btree ("owner_id");
  CREATE INDEX "keys_made_by_idx" ON "keys" USING btree ("made_by_id");
  CREATE INDEX "keys_updated_at_idx" ON "keys" USING btree ("updated_at");
  CREATE INDEX "keys_created_at_idx" ON "keys" USING btree ("created_at");
  CREATE UNIQUE INDEX "payload_kv_key_idx" ON "payload_kv" USING btree ("key");
  CREATE INDEX "payload_preferences_key_idx" ON "payload_preferences" USING btree ("key");
  CREATE INDEX "payload_preferences_updated_at_idx" ON "payload_preferences" USING btree ("updated_at");
  CREATE INDEX "payload_preferences_created_at_idx" ON "payload_preferences" USING btree ("created_at");
  CREATE INDEX "payload_preferences_rels_order_idx" ON "payload_preferences_rels" USING btree ("order");
  CREATE INDEX "payload_preferences_rels_parent_idx" ON "payload_preferences_rels" USING btree ("parent_id");
  CREATE INDEX "payload_preferences_rels_path_idx" ON "payload_preferences_rels" USING btree ("path");
  CREATE INDEX "payload_preferences_rels_users_id_idx" ON "payload_preferences_rels" USING btree ("users_id");
  CREATE INDEX "payload_migrations_updated_at_idx" ON "payload_migrations" USING btree ("updated_at");
  CREATE INDEX "payload_migrations_created_at_idx" ON "payload_migrations" USING btree ("created_at");`);
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(`
   DROP TABLE "assets" CASCADE;
  DROP TABLE "collections" CASCADE;
  DROP TABLE "fields" CASCADE;
  DROP TABLE "brands" CASCADE;
  DROP TABLE "workspaces" CASCADE;
  DROP TABLE "organizations" CASCADE;
  DROP TABLE "users_sessions" CASCADE;
  DROP TABLE "users" CASCADE;
  DROP TABLE "grants" CASCADE;
  DROP TABLE "keys" CASCADE;
  DROP TABLE "payload_kv" CASCADE;
  DROP TABLE "payload_preferences" CASCADE;
  DROP TABLE "payload_preferences_rels" CASCADE;
  DROP TABLE "payload_migrations" CASCADE;
  DROP TYPE "public"."enum_assets_status";
  DROP TYPE "public"."enum_assets_origin";
  DROP TYPE "public"."enum_fields_type";
  DROP TYPE "public"."enum_grants_resource";
  DROP TYPE "public"."enum_grants_scope";
  DROP TYPE "public"."enum_keys_scope";`);
}
