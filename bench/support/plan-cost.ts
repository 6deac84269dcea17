/** What a plan of Postgres says that a statement cost: EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON). */

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Rows Removed by Filter"?: number;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: PlanNode[];
}

export interface Cost {
  /** Of 8 kB, those that functions read included. */
  blocks: number;
  /** Tables that were read without an index. */
  scanned: string[];
}

/** A table of up to `few` rows may be read as a whole: that is as quick as an index. */
export function planCost(plans: { Plan: PlanNode }[], few: number): Cost {
  const cost: Cost = { blocks: 0, scanned: [] };
  for (const { Plan: root } of plans) {
    cost.blocks += (root["Shared Hit Blocks"] ?? 0) + (root["Shared Read Blocks"] ?? 0);
    cost.scanned.push(...nodesOf(root).flatMap((node) => scannedTable(node, few)));
  }
  return cost;
}

function scannedTable(node: PlanNode, few: number): string[] {
  const rows = (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0);
  if (node["Node Type"] !== "Seq Scan" || rows <= few) return [];
  return [node["Relation Name"] ?? "a table"];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
