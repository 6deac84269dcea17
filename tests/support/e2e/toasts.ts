/** Locators for the toasts. */
import type { Page } from "@playwright/test";

export const getToastRegion = (page: Page) => page.getByRole("region", { name: "Notifications" });

/** The visible toasts, newest first. */
export const getToasts = (page: Page) => getToastRegion(page).getByRole("listitem");
