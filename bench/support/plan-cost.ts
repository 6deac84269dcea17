/** What query plans tell about the cost of statements. */

interface Plan {
  Plan: { "Shared Hit Blocks"?: number; "Shared Read Blocks"?: number };
}

/** The blocks that EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) counted, including those that functions read. */
export function sumBlocks(plans: Plan[]): number {
  return plans.reduce(
    (sum, { Plan: root }) => sum + (root["Shared Hit Blocks"] ?? 0) + (root["Shared Read Blocks"] ?? 0),
    0,
  );
}

export interface PlanScans {
  /** The names of the indexes that are read. */
  indexes: string[];
  /** The tables with a sequential scan of more than a few rows. */
  seqScannedTables: string[];
}

const INDEX_SCAN = /(?:Index(?: Only)? Scan(?: Backward)? using|Bitmap Index Scan on) (\w+)/g;
/** With the lines of the node up to the next one. */
const SEQ_SCAN = /Seq Scan on (\w+)(?:(?!->).)*?actual rows=([\d.]+) loops=(\d+)((?:(?!->).)*)/gs;

/** The scans of plans in the text format, with ANALYZE; each name once. */
export function listScans(plans: string, few: number): PlanScans {
  const indexes = [...plans.matchAll(INDEX_SCAN)].map(([, name = ""]) => name);
  const seqScans = [...plans.matchAll(SEQ_SCAN)].filter(([, , rows, loops, rest = ""]) => {
    const removed = /Rows Removed by Filter: (?<rows>\d+)/.exec(rest)?.groups?.rows ?? 0;
    return (Number(rows) + Number(removed)) * Number(loops) > few;
  });
  return {
    indexes: [...new Set(indexes)].sort(),
    seqScannedTables: [...new Set(seqScans.map(([, table = ""]) => table))].sort(),
  };
}
