/**
 * Reads the comments, types and bounds that the OpenAPI description needs beyond the schema cache, as one JSON
 * value. It runs with the caller's role, so that callers see only what they have privileges on.
 */
import { z } from "zod";
import { Params, type Statement } from "./params.ts";
import { RESPONSE_SETTINGS } from "./statement.ts";

const inspectedColumnSchema = z.object({
  name: z.string(),
  description: z.string().nullable(),
  type: z.string(),
  nullable: z.boolean(),
  default: z.string().nullable(),
  max_length: z.number().nullable(),
  enum: z.array(z.string()).nullable(),
});
const inspectedRoutineSchema = z.object({
  /** Identifies each overload in the schema cache. */
  oid: z.number(),
  description: z.string().nullable(),
  /** The parameters in their order. */
  types: z.array(z.string()),
});
const inspectedRelationSchema = z.object({
  name: z.string(),
  description: z.string().nullable(),
  columns: z.array(inspectedColumnSchema),
});
/** That JSON value. */
export const inspectionSchema = z.object({
  description: z.string().nullable(),
  relations: z.array(inspectedRelationSchema),
  routines: z.array(inspectedRoutineSchema),
});

export type InspectedColumn = z.infer<typeof inspectedColumnSchema>;
export type InspectedRoutine = z.infer<typeof inspectedRoutineSchema>;
export type Inspection = z.infer<typeof inspectionSchema>;

const HAS_ANY_PRIVILEGE = `(
  pg_has_role(c.relowner, 'USAGE')
  OR has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
  OR has_any_column_privilege(c.oid, 'SELECT, INSERT, UPDATE, REFERENCES')
)`;

const COLUMNS = `(
  SELECT coalesce(json_agg(json_build_object(
    'name', a.attname,
    'description', col_description(a.attrelid, a.attnum),
    'type', format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), NULL),
    'nullable', NOT (a.attnotnull OR t.typnotnull),
    'default', CASE WHEN a.attgenerated = '' THEN pg_get_expr(d.adbin, d.adrelid) END,
    'max_length', CASE WHEN coalesce(nullif(t.typbasetype, 0), a.atttypid) IN ('bpchar'::regtype, 'varchar'::regtype)
      THEN nullif(greatest(a.atttypmod, t.typtypmod), -1) - 4 END,
    'enum', (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e
      WHERE e.enumtypid = coalesce(nullif(t.typbasetype, 0), a.atttypid))
  ) ORDER BY a.attnum), '[]')
  FROM pg_attribute a
  JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
)`;

/** With `privileges`, only what the transaction's role may use; else everything in the schema. */
export function inspectStatement(schema: string, privileges: boolean): Statement {
  const params = new Params();
  const name = params.add(schema);
  const relations = `SELECT json_agg(json_build_object(
      'name', c.relname, 'description', obj_description(c.oid, 'pg_class'), 'columns', ${COLUMNS}
    ) ORDER BY c.relname)
    FROM pg_class c
    WHERE c.relnamespace = n.oid AND c.relkind IN ('r', 'v', 'm', 'f', 'p') AND NOT c.relispartition${
      privileges ? ` AND ${HAS_ANY_PRIVILEGE}` : ""
    }`;
  const routines = `SELECT json_agg(json_build_object(
      'oid', p.oid::int8, 'description', obj_description(p.oid, 'pg_proc'),
      'types', (SELECT coalesce(json_agg(format_type(type, NULL) ORDER BY position), '[]')
        FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY AS arguments (type, position))
    ) ORDER BY p.proname, p.oid)
    FROM pg_proc p
    WHERE p.pronamespace = n.oid AND p.prokind = 'f'${
      privileges ? " AND has_function_privilege(p.oid, 'EXECUTE')" : ""
    }`;
  const body = `json_build_object(
    'description', obj_description(n.oid, 'pg_namespace'),
    'relations', coalesce((${relations}), '[]'),
    'routines', coalesce((${routines}), '[]')
  )`;
  const text = `SELECT NULL, 1, ${body}, ${RESPONSE_SETTINGS} FROM pg_namespace n WHERE n.nspname = ${name}`;
  return { text, params: params.values };
}
