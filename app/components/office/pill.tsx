/** A state as a word on its colour. */
export type Tone = "green" | "blue" | "amber" | "red" | "gray";

const tones: Record<Tone, string> = {
  green: "bg-leaf-soft text-leaf-deep",
  blue: "bg-blue-soft text-blue",
  amber: "bg-sun-soft text-orange",
  red: "bg-laterite-soft text-danger",
  gray: "bg-sand-deep text-ink-soft",
};

export function Pill({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`badge whitespace-nowrap ${tones[tone]}`}>{children}</span>;
}
