import { expect, it } from "vitest";
import { MAIL_KIND_VALUES } from "#app/lib/supabase/database.types.ts";
import { loadTemplate } from "./compose-mail.ts";
import { MailTemplate } from "./mail-template.ts";

it.each(MAIL_KIND_VALUES)("%s has a template", async (kind) => {
  expect(await loadTemplate(kind)).toBeInstanceOf(MailTemplate);
});

it.each(["newsletter", "layout"])("the unknown kind %s has none", async (kind) => {
  await expect(loadTemplate(kind)).rejects.toThrow(Error);
});
