import { describe, expect, it } from "vitest";
import { describeProblem, getTaskLabel, type ShopProblem } from "#app/lib/models/shop-problems.ts";
import type { Shop } from "#jobs/mail/mail-content.ts";
import { renderShopProblem } from "./shop-problem.ts";

const shop: Shop = {
  name: "Yaaré",
  email: "contact@yaare.bf",
  phone: "+226 25 30 11 22",
  address: "Avenue Kwamé N'Krumah",
  siteUrl: "https://boutique.example",
};
const disk: ShopProblem = { kind: "disk", detail: { instance: "<machine>", free: 9e8, total: 1e11 } };

describe("the mail about a problem", () => {
  it("says what is wrong and what to do, with the page that shows it", async () => {
    const { subject, html, text } = await renderShopProblem(shop, disk, false);
    expect(subject).toMatch(/^À regarder : Le disque se remplit : il reste 900\sMo sur 100\sGo$/);
    expect(html).toContain("Libérez de la place sur &lt;machine&gt;");
    expect(html).not.toContain("<machine>");
    expect(text).toContain("https://boutique.example/admin/status");
  });

  it("says that it is over", async () => {
    const { subject, text } = await renderShopProblem(shop, disk, true);
    expect(subject).toMatch(/^Réglé : Le disque se remplit/);
    expect(text).toMatch(/^C'est réglé\n\nCe problème a disparu/);
  });
});

it("each problem has a title and an advice of its own", () => {
  const since = "2026-11-21T10:00:00Z";
  const problems: ShopProblem[] = [
    disk,
    { kind: "backup", detail: { since: null } },
    { kind: "backup", detail: { since } },
    { kind: "database", detail: { ms: 900 } },
    { kind: "instances", detail: { names: ["a:1"] } },
    { kind: "instances", detail: { names: ["a:1", "a:2"] } },
    { kind: "mails_failed", detail: { count: 1 } },
    { kind: "mails_waiting", detail: { count: 2, since } },
    { kind: "tasks", detail: { names: ["Sales days", "Other"] } },
  ];
  const titles = problems.map((problem) => describeProblem(problem).title);
  expect(new Set(titles).size).toBe(problems.length);
  expect(titles.slice(1)).toEqual([
    "La boutique n'a jamais été sauvegardée",
    "La dernière sauvegarde vérifiée date du 21/11/2026 10:00",
    "La base de données est lente (900 ms par réponse)",
    "Une copie de la boutique ne répond plus : a:1",
    "Des copies de la boutique ne répondent plus : a:1, a:2",
    expect.stringMatching(/^1.e-mail n'est pas parti depuis hier$/),
    expect.stringMatching(/^2.e-mails attendent depuis le 21\/11\/2026 10:00$/),
    "Un travail régulier échoue : Ventes par jour, Other",
  ]);
  for (const problem of problems) expect(describeProblem(problem).advice).toMatch(/\.$/);
});

it("a task without a label keeps its name", () => {
  expect(getTaskLabel("Unused images")).toBe("Images inutilisées");
  expect(getTaskLabel("New work")).toBe("New work");
});
