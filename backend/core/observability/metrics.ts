/** Metrics in the text format of Prometheus. Names end in their unit, and counters in `_total`. */

export interface Sample {
  labels?: Readonly<Record<string, string>>;
  value: number;
}

export interface Metric {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  /** In a histogram with the end of its name. */
  samples: readonly (Sample & { suffix?: "_bucket" | "_sum" | "_count" })[];
}

export function gauge(name: string, help: string, samples: number | readonly Sample[]): Metric {
  return { name, help, type: "gauge", samples: typeof samples === "number" ? [{ value: samples }] : samples };
}

export function counter(name: string, help: string, value: number): Metric {
  return { name, help, type: "counter", samples: [{ value }] };
}

export function formatMetrics(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, help, type, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(
      ({ suffix = "", labels = {}, value }) => `${name}${suffix}${formatLabels(labels)} ${value}`,
    ),
  ]);
  return `${lines.join("\n")}\n`;
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => (character === "\n" ? "\\n" : `\\${character}`));
}

interface Distribution {
  labels: Readonly<Record<string, string>>;
  /** How many values are at most the bound of this position; the last has none. */
  counts: number[];
  sum: number;
}

/** Counts values by labels and size. */
export class Histogram {
  readonly #bounds: readonly number[];
  readonly #distributions = new Map<string, Distribution>();

  /** @param bounds the upper bounds, ascending */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
  }

  observe(labels: Readonly<Record<string, string>>, value: number): void {
    const key = Object.values(labels).join("\n");
    let distribution = this.#distributions.get(key);
    if (distribution === undefined) {
      distribution = { labels, counts: new Array<number>(this.#bounds.length + 1).fill(0), sum: 0 };
      this.#distributions.set(key, distribution);
    }
    const position = this.#bounds.findIndex((bound) => value <= bound);
    const index = position === -1 ? this.#bounds.length : position;
    distribution.counts[index] = (distribution.counts[index] ?? 0) + 1;
    distribution.sum += value;
  }

  toMetric(name: string, help: string): Metric {
    const samples = [...this.#distributions.values()].flatMap(({ labels, counts, sum }) => {
      let count = 0;
      const buckets = counts.map((own, index) => {
        count += own;
        const le = String(this.#bounds[index] ?? "+Inf");
        return { suffix: "_bucket" as const, labels: { ...labels, le }, value: count };
      });
      return [
        ...buckets,
        { suffix: "_sum" as const, labels, value: sum },
        { suffix: "_count" as const, labels, value: count },
      ];
    });
    return { name, help, type: "histogram", samples };
  }
}
