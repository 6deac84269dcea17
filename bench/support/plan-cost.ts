/** The cost of a statement according to its query plan: EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON). */

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Rows Removed by Filter"?: number;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: PlanNode[];
}

export interface PlanCost {
  /** Blocks of 8 kB, including those that functions read. */
  blocks: number;
  /** The tables with a sequential scan. */
  seqScannedTables: string[];
}

/** A sequential scan of a table of up to `few` rows is ignored: it is as fast as an index. */
export function toPlanCost(plans: { Plan: PlanNode }[], few: number): PlanCost {
  const cost: PlanCost = { blocks: 0, seqScannedTables: [] };
  for (const { Plan: root } of plans) {
    cost.blocks += (root["Shared Hit Blocks"] ?? 0) + (root["Shared Read Blocks"] ?? 0);
    cost.seqScannedTables.push(...flattenPlan(root).flatMap((node) => findSeqScan(node, few)));
  }
  return cost;
}

function findSeqScan(node: PlanNode, few: number): string[] {
  const rows = (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0);
  if (node["Node Type"] !== "Seq Scan" || rows <= few) return [];
  return [node["Relation Name"] ?? "a table"];
}

function flattenPlan(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flattenPlan)];
}
