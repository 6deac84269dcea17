/** The products whose data sheet the demo shop has. What it says comes from the product itself. */
export const dataSheets: ReadonlySet<string> = new Set([
  "SAH-PER-750",
  "PRO-MEU-2200",
  "FER-PAS-160",
  "SAH-GEL-3",
  "AQU-PIM-1",
  "SOL-PIM-750",
  "AQU-RES-1000",
  "AQU-CHE-55",
  "SOL-PAN-450",
  "SOL-OND-5",
  "SOL-BAL-48",
  "BAT-CIM-45",
  "BAT-CGC-60",
  "NAA-ACR-25",
]);
