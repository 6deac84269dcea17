/** What is to be done in the database, as data. `query/` turns it into SQL without looking anything up. */
import type { QualifiedName } from "../../core/sql-text.ts";
import type { Operation } from "../api-request/filter.ts";
import type { MediaType } from "../api-request/media-type.ts";
import type { Field } from "../api-request/names.ts";
import type { JoinType } from "../api-request/select.ts";
import type { Column, Parameter, Relationship, Routine } from "../schema-cache/schema-cache.ts";

export interface PlannedField extends Field {
  /** A path into a column that is not JSON goes through to_jsonb. */
  convert: boolean;
}

export interface PlannedColumn {
  field: PlannedField;
  alias: string | null;
  cast: string | null;
}

export type Condition =
  | { kind: "filter"; field: PlannedField; toVector: boolean; negated: boolean; operation: Operation }
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
  where: Condition[];
  order: PlannedOrder[];
  limit: number | null;
  offset: number;
  embeds: EmbedPlan[];
}

export interface EmbedPlan {
  /** The key of the result. */
  name: string;
  /** The name of the lateral join. */
  lateral: string;
  join: JoinType;
  toOne: boolean;
  relationship: Relationship;
  /** Names of the columns that go into the parent; null when the embed is a value of its own. */
  spread: string[] | null;
  /** Selects nothing: it serves filters and orders only. */
  silent: boolean;
  plan: ReadPlan;
}

export interface InsertPlan {
  kind: "insert";
  relation: QualifiedName;
  columns: Column[];
  payload: { text: string; isArray: boolean };
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
  payload: { text: string; isArray: boolean };
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
    | { kind: "json"; parameters: Parameter[]; text: string; isArray: boolean }
    /** The whole body for the one unnamed parameter. */
    | { kind: "single"; parameter: Parameter; text: string };
}

/** What the answer holds: nothing, or the rows in some form. */
export type Representation = { kind: "none" } | { kind: "rows"; mediaType: MediaType };

export type Plan =
  | {
      kind: "read";
      read: ReadPlan;
      representation: Representation;
      count: "exact" | "planned" | "estimated" | null;
      maxRows: number;
    }
  | { kind: "mutate"; mutation: MutationPlan; read: ReadPlan; representation: Representation }
  | {
      kind: "call";
      call: CallPlan;
      read: ReadPlan;
      representation: Representation;
      count: "exact" | "planned" | "estimated" | null;
      maxRows: number;
      readOnly: boolean;
    };
