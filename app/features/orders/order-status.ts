/** The labels and colours of order statuses for customers, as the specification defines them. */

const labels = new Map([
  ["pending", "En attente"],
  ["processing", "En cours"],
  ["completed", "Livré"],
  ["cancelled", "Annulé"],
]);

/** An unknown status is shown as it is. */
export function statusLabel(status: string): string {
  return labels.get(status) ?? status;
}

export function statusColor(status: string): "green" | "blue" | "orange" {
  if (status === "completed") return "green";
  return status === "processing" ? "blue" : "orange";
}
