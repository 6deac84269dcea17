/** From a delivered order to its published review: the mail, its link, the visitor who opens it, the administrator. */
import { mailsIn, recipientOf, reviewTokensIn } from "../../support/mails.ts";
import {
  deliver,
  expect,
  formOf,
  fresh,
  productPath,
  publish,
  reviewsOf,
  test,
  toasts,
} from "../support/reviewer.ts";

test("a completed order asks for a review by mail, and what its link brings is shown as a verified purchase", async ({
  page,
  request,
  shop,
  goods,
  customer,
}) => {
  const ladder = await goods({ name: "Échelle en bois" });
  const buyer = await customer();
  const orderId = await deliver(shop, buyer, ladder);
  const readTokens = async () => {
    const mails = await mailsIn(shop.dataDir);
    return mails.filter((mail) => recipientOf(mail) === buyer.email).flatMap(reviewTokensIn);
  };
  await expect.poll(readTokens).toHaveLength(1);
  const [token = ""] = await readTokens();

  await page.goto(`/review?token=${token}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Donnez votre avis");
  await expect(page.getByRole("main").getByRole("link", { name: "Échelle en bois" })).toHaveAttribute(
    "href",
    productPath(ladder),
  );
  const form = formOf(page);
  await expect(form.email).toHaveValue(buyer.email);
  await page.getByRole("radio", { name: "4 étoiles : Bien" }).check();
  await form.name.fill("Fatou S.");
  await form.title.fill("Stable");
  await form.comment.fill("Trois mètres, et elle ne bouge pas.");
  await form.send.click();
  await expect(toasts(page).filter({ hasText: "Merci !" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Merci, votre avis compte" })).toBeVisible();
  const [written] = await reviewsOf(shop, ladder);
  expect(written).toMatchObject({
    name: "Fatou S.",
    email: buyer.email,
    title: "Stable",
    rating: 4,
    user_id: null,
    order_id: orderId,
    is_verified: true,
    is_published: false,
  });
  // The thanks come before the link is marked.
  const isUsed = async () =>
    (await shop.sql`select used_at is not null as used from review_requests where order_id = ${orderId}`)[0];
  await expect.poll(isUsed).toEqual({ used: true });
  await page.reload();
  await expect(page.getByRole("alert")).toContainText(
    "Ce lien de demande d'avis a expiré ou a déjà été utilisé.",
  );
  await expect(form.send).toHaveCount(0);

  await publish(shop, written?.id ?? "");
  await expect.poll(async () => (await request.get(productPath(ladder))).text()).toContain("Avis (1)");
  await page.goto(`${fresh(productPath(ladder))}#avis`);
  const review = page.getByRole("article").filter({ hasText: "Stable" });
  await expect(review).toContainText("Achat vérifié");
  await expect(review).toContainText("Fatou S., le");
  await expect(page.getByText("Basé sur 1 avis")).toBeVisible();
});
