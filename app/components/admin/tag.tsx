/** A status as a short text on its colour. */
export type TagColor = "green" | "blue" | "amber" | "red" | "gray";

const colorClasses: Record<TagColor, string> = {
  green: "bg-success-soft text-success-strong",
  blue: "bg-info-soft text-info",
  amber: "bg-warning-soft text-warning-strong",
  red: "bg-danger-soft text-danger",
  gray: "bg-surface-muted text-muted",
};

export function Tag({ color, children }: { color: TagColor; children: string }) {
  return <span className={`badge whitespace-nowrap ${colorClasses[color]}`}>{children}</span>;
}
