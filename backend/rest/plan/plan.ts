/** What is to be done in the database, as data. `query/` turns it into SQL without looking anything up. */
import type { QualifiedName } from "../../core/sql-text.ts";
import type { Operation } from "../api-request/filter.ts";
import type { Field } from "../api-request/names.ts";
import type { Aggregate, JoinType } from "../api-request/select.ts";
import type { Column, Parameter, Relationship, Routine } from "../schema-cache/schema-cache.ts";
import type { MediaType } from "./media-type.ts";

export interface PlannedField extends Field {
  /** A path into a column that is not JSON goes through to_jsonb. */
  convert: boolean;
}

export interface PlannedColumn {
  field: PlannedField;
  alias: string | null;
  /** The function by which a domain is shown, as SQL. */
  formatter: string | null;
  /** Of the value, before it is aggregated. */
  cast: string | null;
  aggregate: Aggregate | null;
  /** The row itself, for the parent to count. */
  wholeRow: boolean;
}

export type Condition =
  | {
      kind: "filter";
      field: PlannedField;
      /** The function by which a domain reads the value, as SQL. */
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
  /** Null: the rows of the mutation or call that ran before. */
  from: QualifiedName | null;
  /** Null: the relation goes by its own name. */
  alias: string | null;
  /** The relation whose columns these are, for errors and for the names of embeds. */
  relation: QualifiedName;
  columns: PlannedColumn[];
  /** Of the rows of what ran before: names that are functions of them. */
  computed: string[];
  where: Condition[];
  order: PlannedOrder[];
  limit: number | null;
  offset: number;
  embeds: EmbedPlan[];
  /** Whether its rows are groups, by all columns that are not aggregated. */
  grouped: boolean;
}

/** A column that a spread resource puts into its parent, there perhaps aggregated. */
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
  /** Selects nothing: it serves filters and orders only. */
  silent: boolean;
  plan: ReadPlan;
}

export interface InsertPlan {
  kind: "insert";
  relation: QualifiedName;
  columns: Column[];
  /** Of the body. */
  isArray: boolean;
  applyDefaults: boolean;
  onConflict: { resolution: "merge" | "ignore"; columns: string[] } | null;
  /** Of a PUT: what the body must equal. */
  bodyFilter: Condition[];
  /** Whether the answer's status depends on how many rows were new. */
  countInserted: boolean;
  /** Of the one row inserted, for the Location header; empty when none is wanted. */
  locationColumns: string[];
  returning: string[];
}

export interface UpdatePlan {
  kind: "update";
  relation: QualifiedName;
  columns: Column[];
  /** Of the body. */
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
    /** Values from the address, of which the database makes the parameters' types. */
    | { kind: "direct"; values: { parameter: Parameter; value: string | string[] }[] }
    /** Members of a JSON object. */
    | { kind: "json"; parameters: Parameter[]; isArray: boolean }
    /** The whole body for the one unnamed parameter. */
    | { kind: "single"; parameter: Parameter };
}

/** Of every plan: what is read in the end, and what of it the answer holds. */
interface Answered {
  read: ReadPlan;
  mediaType: MediaType;
  /** Whether the rows are sent; their number may be all that is wanted. */
  represented: boolean;
}

interface Counted {
  count: "exact" | "planned" | "estimated" | null;
  maxRows: number;
}

export type Plan =
  | (Answered & Counted & { kind: "read" })
  | (Answered & { kind: "mutate"; mutation: MutationPlan })
  | (Answered & Counted & { kind: "call"; call: CallPlan; readOnly: boolean });
