import { expect, test } from "vitest";
import { contentDisposition } from "./serve-file.ts";

test.each([
  ["a.png", "attachment; filename=\"a.png\"; filename*=UTF-8''a.png"],
  ["reçu (1).pdf", "attachment; filename=\"re_u (1).pdf\"; filename*=UTF-8''re%C3%A7u%20%281%29.pdf"],
  ['"; x=\r\ny', "attachment; filename=\"__ x___y\"; filename*=UTF-8''%22%3B%20x%3D%0D%0Ay"],
  ["\ud800", "attachment; filename=\"_\"; filename*=UTF-8''%EF%BF%BD"],
])("a file named %j is handed out as %s", (name, header) => {
  expect(contentDisposition(name)).toBe(header);
});
