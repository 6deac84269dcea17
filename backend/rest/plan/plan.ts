/** The plan of a request as data. `query/` turns it into SQL without further lookups. */
import type { QualifiedName } from "#backend/core/database/sql-text.ts";
import type { Operation } from "#backend/rest/api-request/filter.ts";
import type { Field } from "#backend/rest/api-request/names.ts";
import type { Aggregate, JoinType } from "#backend/rest/api-request/select.ts";
import type { Column, Parameter, Relationship, Routine } from "#backend/rest/schema-cache/schema-cache.ts";
import type { MediaType } from "./media-type.ts";

export interface PlannedField extends Field {
  /** Whether a path into a column that is not JSON goes through to_jsonb. */
  convert: boolean;
}

export interface PlannedColumn {
  field: PlannedField;
  alias: string | null;
  /** The function that formats a domain's value, as SQL. */
  formatter: string | null;
  /** The cast of the value, before it is aggregated. */
  cast: string | null;
  aggregate: Aggregate | null;
  /** The row itself, for the parent to count. */
  wholeRow: boolean;
}

export type Condition =
  | {
      kind: "filter";
      field: PlannedField;
      /** The function that parses the value of a domain, as SQL. */
      parse: string | null;
      toVector: boolean;
      negated: boolean;
      operation: Operation;
    }
  /** Whether an embedded resource has no row. */
  | { kind: "embed-null"; embed: EmbedPlan; negated: boolean }
  | { kind: "group"; negated: boolean; operator: "and" | "or"; members: Condition[] };

export interface PlannedOrder {
  /** Null for the plan's own relation. */
  embed: EmbedPlan | null;
  field: PlannedField;
  direction: "asc" | "desc" | null;
  nulls: "nullsfirst" | "nullslast" | null;
}

export interface ReadPlan {
  /** Null means the rows of the preceding mutation or call. */
  from: QualifiedName | null;
  /** Null means the relation's own name. */
  alias: string | null;
  /** The relation whose columns these are, for errors and for the names of embeds. */
  relation: QualifiedName;
  columns: PlannedColumn[];
  /** Computed columns of the preceding rows: names of functions that take a row. */
  computed: string[];
  where: Condition[];
  order: PlannedOrder[];
  limit: number | null;
  offset: number;
  embeds: EmbedPlan[];
  /** Whether rows are grouped by all columns that are not aggregated. */
  grouped: boolean;
  /**
   * The size of the rows together, in bytes, from which the database refuses to read on. Null without a
   * limit, and for rows that hold no lists: their number alone limits them.
   */
  maxBytes: number | null;
}

/** A column that a spread resource passes to its parent, which may aggregate it. */
export interface SpreadColumn {
  name: string;
  aggregate: Aggregate | null;
  /** Whether it is itself an embedded resource. */
  isJson: boolean;
}

export interface EmbedPlan {
  /** The key of the result. */
  name: string;
  /** The name of the lateral join. */
  lateral: string;
  join: JoinType;
  toOne: boolean;
  relationship: Relationship;
  /** The columns that go into the parent; null when the embed is a value of its own. */
  spread: SpreadColumn[] | null;
  /** Selects nothing: it is used by filters and orders only. */
  isEmpty: boolean;
  plan: ReadPlan;
}

export interface InsertPlan {
  kind: "insert";
  relation: QualifiedName;
  /** The columns of the body. */
  columns: Column[];
  /** Whether the body is an array of objects, or one object. */
  isArray: boolean;
  applyDefaults: boolean;
  onConflict: { resolution: "merge" | "ignore"; columns: string[] } | null;
  /** For a PUT: the values that the body must contain. */
  bodyFilter: Condition[];
  /** Whether the response status depends on the number of inserted rows. */
  countInserted: boolean;
  /** The key columns of the single inserted row, for the Location header; empty when none is needed. */
  locationColumns: string[];
  returning: string[];
}

export interface UpdatePlan {
  kind: "update";
  relation: QualifiedName;
  /** The columns of the body. */
  columns: Column[];
  /** Whether the body is an array of objects, or one object. */
  isArray: boolean;
  applyDefaults: boolean;
  where: Condition[];
  returning: string[];
}

export interface DeletePlan {
  kind: "delete";
  relation: QualifiedName;
  where: Condition[];
  returning: string[];
}

export type MutationPlan = InsertPlan | UpdatePlan | DeletePlan;

export interface CallPlan {
  routine: Routine;
  arguments:
    | { kind: "none" }
    /** Values from the URL, which the database casts to the parameters' types. */
    | { kind: "direct"; values: { parameter: Parameter; value: string | string[] }[] }
    /** Members of a JSON object. */
    | { kind: "json"; parameters: Parameter[]; isArray: boolean }
    /** The whole body for the one unnamed parameter. */
    | { kind: "single"; parameter: Parameter };
}

/** Part of every plan: the final read, and which part of it the response contains. */
interface PlannedResult {
  read: ReadPlan;
  mediaType: MediaType;
  /** Whether the response contains the rows; the count may be all that is requested. */
  returnsRows: boolean;
}

interface PlannedCount {
  count: "exact" | "planned" | "estimated" | null;
  maxRows: number;
}

export type Plan =
  | (PlannedResult & PlannedCount & { kind: "read" })
  | (PlannedResult & { kind: "mutate"; mutation: MutationPlan })
  | (PlannedResult & PlannedCount & { kind: "call"; call: CallPlan; readOnly: boolean });
