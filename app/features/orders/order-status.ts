/** How a customer reads the status of an order: the documented words and colours. */

const labels = new Map([
  ["pending", "En attente"],
  ["processing", "En cours"],
  ["completed", "Livré"],
  ["cancelled", "Annulé"],
]);

/** A status that the shop does not know is shown as it is. */
export function statusLabel(status: string): string {
  return labels.get(status) ?? status;
}

export function statusTone(status: string): "green" | "blue" | "orange" {
  if (status === "completed") return "green";
  return status === "processing" ? "blue" : "orange";
}
