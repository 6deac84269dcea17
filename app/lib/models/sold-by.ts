/** By what a line of an order was sold, from its JSON (`sold_by`); single pieces without it. */
import * as z from "zod/mini";
import type { SoldBy } from "#app/lib/format/units.ts";
import { UNIT_VALUES } from "#app/lib/supabase/database.types.ts";

const unitSchema = z.enum(UNIT_VALUES);
const sizeSchema = z.number().check(z.positive());

export const soldBySchema = z.catch(
  z.object({
    unit: z.optional(unitSchema),
    step_size: z.optional(sizeSchema),
    content_size: z.optional(sizeSchema),
    content_unit: z.optional(unitSchema),
  }),
  {},
);

/** What is no such JSON is a single piece. */
export function parseSoldBy(value: unknown): SoldBy {
  return soldBySchema.parse(value);
}
