/** The schema cache: the relations, relationships, routines and roles that the planner uses. */
import type { QualifiedName } from "#backend/core/database/sql-text.ts";
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
  /** For a domain with a representation of its own. */
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

/** A column of the relationship's own relation and the matching one on the other side. */
export type ColumnPair = readonly [own: string, other: string];

type Cardinality =
  | {
      kind: "many-to-one" | "one-to-many" | "one-to-one";
      constraint: string;
      columns: ColumnPair[];
      /** Whether the foreign key belongs to this relation and not to the other. */
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
  /** Defined by a function that takes the relation's row. */
  | { kind: "computed"; routine: QualifiedName; toOne: boolean };

export interface Relationship {
  relation: QualifiedName;
  foreign: QualifiedName;
  isSelf: boolean;
  foreignIsView: boolean;
  cardinality: Cardinality;
}

export interface Parameter {
  /** Empty for the single unnamed argument. */
  name: string;
  type: string;
  required: boolean;
  variadic: boolean;
}

export interface Routine extends QualifiedName {
  /** Distinguishes overloads. */
  oid: number;
  parameters: Parameter[];
  returns: {
    set: boolean;
    /** `composite` also for TABLE and OUT arguments. */
    kind: "void" | "scalar" | "composite";
    type: QualifiedName;
  };
  volatility: "immutable" | "stable" | "volatile";
  /** Settings of the function that must be applied before it is called. */
  settings: [name: string, value: string][];
}

export interface SchemaCache {
  /** By quoted qualified name, as are `relationships` (by the source relation) and `routines`. */
  relations: ReadonlyMap<string, Relation>;
  relationships: ReadonlyMap<string, Relationship[]>;
  routines: ReadonlyMap<string, Routine[]>;
  /** The roles that may be switched to, with their ALTER ROLE settings. */
  roles: ReadonlyMap<string, [name: string, value: string][]>;
  timezones: ReadonlySet<string>;
  mediaHandlers: MediaHandlers;
}
