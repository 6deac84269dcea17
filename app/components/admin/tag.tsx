/** A status as a short text on its color. */
export type TagColor = "green" | "blue" | "amber" | "red" | "gray";

const colorClasses: Record<TagColor, string> = {
  green: "bg-leaf-soft text-leaf-deep",
  blue: "bg-blue-soft text-blue",
  amber: "bg-sun-soft text-orange",
  red: "bg-laterite-soft text-danger",
  gray: "bg-sand-deep text-ink-soft",
};

export function Tag({ color, children }: { color: TagColor; children: string }) {
  return <span className={`badge whitespace-nowrap ${colorClasses[color]}`}>{children}</span>;
}
