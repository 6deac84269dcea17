/** From a delivered order to its published review: the mail, its link, the visitor who opens it, the administrator. */
import { mailsIn, recipientOf, reviewTokensIn } from "../../support/mails.ts";
import { deliver, expect, formOf, productPath, publish, reviewsOf, test } from "../support/reviewer.ts";

test("a completed order asks for a review by mail, and what its link brings is shown as a verified purchase", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const ladder = await goods({ name: "Échelle en bois" });
  const buyer = await customer();
  await deliver(shop, buyer, ladder);
  const readTokens = async () => {
    const mails = await mailsIn(shop.dataDir);
    return mails.filter((mail) => recipientOf(mail) === buyer.email).flatMap(reviewTokensIn);
  };
  await expect.poll(readTokens, { timeout: 30_000 }).toHaveLength(1);
  const [token = ""] = await readTokens();

  await page.goto(`/review?token=${token}`);
  const form = formOf(page);
  await expect(form.email).toHaveValue(buyer.email);
  await form.name.fill("Fatou S.");
  await form.title.fill("Stable");
  await form.comment.fill("Trois mètres, et elle ne bouge pas.");
  await form.send.click();
  await expect(page.getByRole("heading", { name: "Merci, votre avis compte" })).toBeVisible();
  await page.goto(productPath(ladder));
  await expect(page.getByRole("tab", { name: "Avis (0)" })).toBeVisible();

  const [written] = await reviewsOf(shop, ladder);
  await publish(shop, written?.id ?? "");
  await expect(async () => {
    await page.goto(`${productPath(ladder)}#avis`);
    await page.reload();
    await expect(page.getByRole("tab", { name: "Avis (1)" })).toBeVisible({ timeout: 2000 });
  }).toPass();
  const review = page.getByRole("article").filter({ hasText: "Stable" });
  await expect(review).toContainText("Achat vérifié");
  await expect(review).toContainText("Fatou S., le");
  await expect(page.getByText("Basé sur 1 avis")).toBeVisible();
});
