/**
 * The names in a list of columns, so that a query's columns and the type of its rows stand once:
 * `ColumnNames<"id,name">` is `"id" | "name"`.
 */
export type ColumnNames<List extends string> = List extends `${infer First},${infer Rest}`
  ? First | ColumnNames<Rest>
  : List;
