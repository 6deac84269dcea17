import { expect, test } from "vitest";
import { readTargetList } from "./view-definitions.ts";

test("the target list of a view's node tree gives the origin of its plain columns", () => {
  const tree = String.raw`({QUERY :commandType 1 :cteList <> :rtable ({RANGETBLENTRY :alias {ALIAS :aliasname p :colnames ("a\ b" "c")} :subquery {QUERY :targetList ({TARGETENTRY :expr {VAR :varno 1} :resno 1 :resname x :resorigtbl 99 :resorigcol 9 :resjunk false})}}) :targetList ({TARGETENTRY :expr {VAR :varno 1 :varattno 1} :resno 1 :resname odd\)\}name :ressortgroupref 0 :resorigtbl 16385 :resorigcol 3 :resjunk false} {TARGETENTRY :expr {FUNCEXPR :args ({CONST :constvalue 4 [ 1 0 0 0 ]})} :resno 2 :resname up :resorigtbl 0 :resorigcol 0 :resjunk false} {TARGETENTRY :expr {VAR :varno 2} :resno 3 :resname z :resorigtbl 16400 :resorigcol 1 :resjunk false}) :override 0 :returningList ({TARGETENTRY :resno 7 :resorigtbl 5 :resorigcol 5})})`;
  expect(readTargetList(tree)).toEqual([
    { column: 1, relationOid: 16385, relationColumn: 3 },
    { column: 3, relationOid: 16400, relationColumn: 1 },
  ]);
});
