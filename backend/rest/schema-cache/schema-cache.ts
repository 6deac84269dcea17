/** What the planner knows of the database: relations, relationships, routines, roles. */
import type { QualifiedName } from "../../core/sql-text.ts";
import type { MediaHandlers } from "./media-handlers.ts";
import type { Representation } from "./representations.ts";

export interface Column {
  name: string;
  /** As SQL writes it, with its length: `character varying(50)`, `public.citext[]`. */
  type: string;
  /** The type under any domains, without its length. */
  baseType: string;
  /** As an SQL expression. */
  default: string | null;
  /** For a domain that looks different from outside. */
  representation: Representation | null;
}

export interface Relation extends QualifiedName {
  isView: boolean;
  insertable: boolean;
  updatable: boolean;
  deletable: boolean;
  primaryKey: string[];
  columns: ReadonlyMap<string, Column>;
}

/** A column of the relationship's own relation and the one it equals on the other side. */
export type ColumnPair = readonly [own: string, other: string];

type Cardinality =
  | {
      kind: "many-to-one" | "one-to-many" | "one-to-one";
      constraint: string;
      columns: ColumnPair[];
      /** Whether the foreign key is the relation's own, not the other's. */
      holdsKey: boolean;
    }
  | {
      kind: "many-to-many";
      junction: QualifiedName;
      sourceConstraint: string;
      targetConstraint: string;
      /** Columns of the source with those of the junction, and of the target with those of the junction. */
      sourceColumns: ColumnPair[];
      targetColumns: ColumnPair[];
    }
  /** By a function of the relation's row. */
  | { kind: "computed"; routine: QualifiedName; toOne: boolean };

export interface Relationship {
  relation: QualifiedName;
  foreign: QualifiedName;
  isSelf: boolean;
  foreignIsView: boolean;
  cardinality: Cardinality;
}

export interface Parameter {
  /** Empty for the one unnamed argument. */
  name: string;
  type: string;
  required: boolean;
  variadic: boolean;
}

export interface Routine extends QualifiedName {
  /** Tells overloads apart. */
  oid: number;
  parameters: Parameter[];
  returns: {
    set: boolean;
    /** `composite` also for TABLE and OUT arguments. */
    kind: "void" | "scalar" | "composite";
    type: QualifiedName;
  };
  volatility: "immutable" | "stable" | "volatile";
  /** Settings of the function that must be in force before it is called. */
  settings: [name: string, value: string][];
}

export interface SchemaCache {
  /** By quoted qualified name, as `relationships` (of the relation they start from) and `routines`. */
  relations: ReadonlyMap<string, Relation>;
  relationships: ReadonlyMap<string, Relationship[]>;
  routines: ReadonlyMap<string, Routine[]>;
  /** The roles that may be switched to, with the settings that ALTER ROLE gave them. */
  roles: ReadonlyMap<string, [name: string, value: string][]>;
  timezones: ReadonlySet<string>;
  mediaHandlers: MediaHandlers;
}
