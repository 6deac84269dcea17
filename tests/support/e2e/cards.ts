/** Locators for the cards of products and technicians. */
import type { Page } from "@playwright/test";

export const getCards = (page: Page) => page.getByRole("main").getByRole("article");
