/** Reviews on a phone and a desktop: read, found useful, written, published, and asked for by a link. */
import {
  addReview,
  asSession,
  deliver,
  expect,
  formOf,
  fresh,
  productPath,
  publish,
  remember,
  reviewsOf,
  reviewTabs,
  sendLink,
  signInOver,
  test,
  toasts,
  writingPath,
} from "../support/reviewer.ts";

test("each review has its parts, and a button that counts one vote of each device", async ({
  page,
  shop,
  goods,
}) => {
  const drill = await goods({ name: "Perceuse à colonne" });
  await addReview(shop, drill, { title: "Précise", helpful_count: 3, created_at: "2026-03-02T12:00:00Z" });
  const untitled = { is_verified: true, name: "Aïcha", rating: 2.5, created_at: "2026-03-01T12:00:00Z" };
  const second = await addReview(shop, drill, untitled);
  await addReview(shop, drill, { title: "Cachée", is_published: false });
  await page.goto(`${fresh(productPath(drill))}#avis`);
  const reviews = page.getByRole("article").filter({ has: page.getByRole("button", { name: /^Utile/ }) });
  await expect(reviews.getByRole("heading")).toHaveText(["Précise", "Avis sur Perceuse à colonne"]);
  await expect(reviews.last()).toContainText("Aïcha, le 1 mars 2026");
  await expect(reviews.last()).toContainText("Achat vérifié");
  await expect(reviews.last()).toContainText("Un bon outil, je le garde.");
  await expect(reviews.last().getByRole("img", { name: "2,5 sur 5" })).toBeVisible();
  await expect(reviews.first()).not.toContainText("Achat vérifié");
  await expect(reviewTabs(page)).toHaveText(["Tous les avis", "Donner mon avis"]);

  const useful = page.getByRole("button", { name: /^Utile/ });
  await expect(useful).toHaveText(["Utile (3)", "Utile"]);
  await expect(useful.last()).toHaveAccessibleDescription("Avis sur Perceuse à colonne");
  await useful.last().click();
  await expect(useful.last()).toHaveText("Utile (1)");
  await expect(useful.last()).toHaveAttribute("aria-pressed", "true");
  await expect
    .poll(async () => (await reviewsOf(shop, drill)).find(({ id }) => id === second)?.helpful_count)
    .toBe(1);

  // Pressed again it has counted already; a reload shows a page that does not know of the vote yet.
  await useful.last().click();
  await page.reload();
  await expect(useful).toHaveText(["Utile (3)", "Utile (1)"]);
  await expect(useful.last()).toHaveAttribute("aria-pressed", "true");
  await expect(useful.first()).toHaveAttribute("aria-pressed", "false");
  const votes = await shop.sql`
    select user_id, device_id is not null as by_device from review_votes where review_id = ${second}`;
  expect([...votes]).toEqual([{ user_id: null, by_device: true }]);
});

test("a visitor signs in, writes, an administrator publishes, and everyone reads it and its stars", async ({
  page,
  shop,
  goods,
  customer,
  isMobile,
}) => {
  const saw = await goods({ name: "Scie sauteuse" });
  await addReview(shop, saw, { rating: 5 });
  const { id, email, password } = await customer();
  await page.goto(fresh(productPath(saw)));
  await page.getByRole("tab", { name: "Avis (1)" }).click();
  await reviewTabs(page).filter({ hasText: "Donner mon avis" }).click();
  await page.getByRole("link", { name: "Se connecter" }).click();
  await expect(page).toHaveURL(/\/login\?returnUrl=/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Mot de passe").fill(password);
  await page.getByRole("button", { name: "Se connecter" }).click();

  await expect(page).toHaveURL(writingPath(saw));
  const form = formOf(page);
  await expect(form.name).toHaveValue("Fatou Sawadogo");
  await expect(form.email).toHaveValue(email);
  await expect(form.stars).toHaveCount(5);
  await expect(form.stars.nth(4)).toBeChecked();
  const star = page.getByRole("radio", { name: "2 étoiles : Déçu" });
  await (isMobile ? star.tap() : star.click());
  await expect(star).toBeChecked();
  await form.title.fill("Bruyante");
  await form.comment.fill("Elle coupe bien, mais tout le quartier l'entend.");
  await form.send.click();

  await expect(toasts(page)).toContainText(["Merci !"]);
  const thanks = toasts(page).filter({ hasText: "Merci !" });
  await expect(thanks.getByText("Votre avis a été soumis avec succès.", { exact: true })).toBeVisible();
  await expect(thanks.getByText("Il apparaîtra après modération.", { exact: true })).toBeVisible();
  await expect(reviewTabs(page).first()).toHaveAttribute("aria-selected", "true");
  await expect(
    page.getByRole("status").filter({ hasText: "apparaîtra ici après modération" }),
  ).toBeInViewport();
  await expect(page.getByText("Basé sur 1 avis")).toBeVisible();
  const [, written] = await reviewsOf(shop, saw);
  expect(written).toMatchObject({
    name: "Fatou Sawadogo",
    email,
    title: "Bruyante",
    comment: "Elle coupe bien, mais tout le quartier l'entend.",
    rating: 2,
    user_id: id,
    order_id: null,
    is_published: false,
    is_verified: false,
  });

  await publish(shop, written?.id ?? "");
  await expect(async () => {
    await page.goto(productPath(saw));
    await expect(page.getByRole("tab", { name: "Avis (2)" })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /2 avis/ })
      .getByRole("img"),
  ).toHaveAccessibleName("3,5 sur 5");
  await page.getByRole("tab", { name: "Avis (2)" }).click();
  await expect(page.getByText("Basé sur 2 avis")).toBeVisible();
  await expect(page.getByText("3,5", { exact: true })).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: "Bruyante" })).toContainText("Fatou Sawadogo, le");
});

test("who received the product is published at once, verified, and the list shows it", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const pump = await goods({ name: "Pompe de surface" });
  const buyer = await customer();
  const orderId = await deliver(shop, buyer, pump);
  await remember(page, asSession(await signInOver(shop, buyer)));
  await page.goto(writingPath(pump));
  const form = formOf(page);
  await form.comment.fill("Elle monte l'eau jusqu'au deuxième étage.");
  await form.send.click();
  const thanks = toasts(page).filter({ hasText: "Merci !" });
  await expect(thanks).toContainText("Votre avis a été soumis avec succès.");
  await expect(thanks).not.toContainText("modération");
  const review = page.getByRole("article").filter({ hasText: "jusqu'au deuxième étage" });
  await expect(review).toContainText("Achat vérifié");
  await expect(review.getByRole("heading")).toHaveText("Avis sur Pompe de surface");
  await expect(page.getByText("Basé sur 1 avis")).toBeVisible();
  await expect(page.getByText("apparaîtra ici après modération")).toHaveCount(0);
  expect(await reviewsOf(shop, pump)).toMatchObject([
    { user_id: buyer.id, order_id: orderId, is_published: true, is_verified: true, rating: 5, title: null },
  ]);
});

test("all of it by keyboard: the tabs, the stars, the fields, the sending, and the vote", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const lamp = await goods({ name: "Lampe de chantier" });
  await addReview(shop, lamp);
  await remember(page, asSession(await signInOver(shop, await customer())));
  await page.goto(`${fresh(productPath(lamp))}#avis`);
  const [all, mine] = [reviewTabs(page).first(), reviewTabs(page).last()];
  await all.focus();
  await page.keyboard.press("Tab");
  const useful = page.getByRole("button", { name: /^Utile/ });
  await expect(useful).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(useful).toHaveText("Utile (1)");
  await page.keyboard.press("Shift+Tab");
  await expect(all).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(mine).toBeFocused();
  await expect(mine).toHaveAttribute("aria-selected", "true");
  const form = formOf(page);
  await expect(form.name).toHaveValue("Fatou Sawadogo");
  await page.keyboard.press("Tab");
  await expect(form.stars.nth(4)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(form.stars.nth(2)).toBeChecked();
  for (const field of [form.name, form.email, form.title, form.comment]) {
    await page.keyboard.press("Tab");
    await expect(field).toBeFocused();
  }
  await page.keyboard.type("Elle éclaire toute la cour.");
  await page.keyboard.press("Tab");
  await expect(form.send).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toasts(page).filter({ hasText: "Merci !" })).toBeVisible();
  // The focus is where the list begins: the next stop is its first button.
  await page.keyboard.press("Tab");
  await expect(useful).toBeFocused();
  expect((await reviewsOf(shop, lamp)).map(({ rating }) => rating).toSorted()).toEqual([3, 4]);
});

test("the holder of a link writes without an account, once", async ({ page, shop, goods, customer }) => {
  const mixer = await goods({ name: "Bétonnière" });
  const buyer = await customer();
  const { token, orderId } = await sendLink(shop, buyer, mixer);
  await page.goto(`/review?token=${token}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Donnez votre avis");
  await expect(page.getByRole("main").getByRole("link", { name: "Bétonnière" })).toHaveAttribute(
    "href",
    productPath(mixer),
  );
  const form = formOf(page);
  await expect(form.email).toHaveValue(buyer.email);
  await expect(form.email).toHaveAttribute("readonly");
  await expect(form.stars.nth(4)).toBeChecked();
  await page.getByRole("radio", { name: "4 étoiles : Bien" }).check();
  await form.name.fill("Fatou");
  await form.title.fill("Robuste");
  await form.comment.fill("Deux maisons déjà, et elle tourne encore.");
  await form.send.click();
  await expect(toasts(page).filter({ hasText: "Merci !" })).toContainText(
    "Votre avis a été soumis avec succès.",
  );
  await expect(page.getByRole("heading", { name: "Merci, votre avis compte" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("après modération");
  await expect(page.getByRole("link", { name: "Voir les avis" })).toHaveAttribute(
    "href",
    `${productPath(mixer)}#avis`,
  );
  expect(await reviewsOf(shop, mixer)).toMatchObject([
    {
      name: "Fatou",
      email: buyer.email,
      title: "Robuste",
      rating: 4,
      user_id: null,
      order_id: orderId,
      is_verified: true,
      is_published: false,
    },
  ]);

  await page.reload();
  await expect(page.getByRole("alert")).toContainText(
    "Ce lien de demande d'avis a expiré ou a déjà été utilisé.",
  );
  await expect(form.send).toHaveCount(0);
});

test("a link by keyboard alone, from the address to the thanks", async ({ page, shop, goods, customer }) => {
  const drill = await goods();
  const { token } = await sendLink(shop, await customer(), drill);
  await page.goto(`/review?token=${token}`);
  const form = formOf(page);
  await page.getByRole("main").getByRole("link", { name: drill.name }).focus();
  await page.keyboard.press("Tab");
  await expect(form.stars.nth(4)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  await expect(form.name).toBeFocused();
  await page.keyboard.type("Fatou");
  for (const field of [form.email, form.title, form.comment]) {
    await page.keyboard.press("Tab");
    await expect(field).toBeFocused();
  }
  await page.keyboard.type("Rien à redire de cet achat.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(page.getByRole("heading", { name: "Merci, votre avis compte" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Voir les avis" })).toBeFocused();
  expect(await reviewsOf(shop, drill)).toMatchObject([{ rating: 4, name: "Fatou" }]);
});
