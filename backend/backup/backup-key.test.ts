import { expect, test } from "vitest";
import { parseBackupKey } from "./backup-key.ts";

test("a key is read as it was shown, and named by something that does not tell it", () => {
  const key = parseBackupKey(" QOyoAyczI1ONqHRmbtvr5BeMgTvInxJTj8V3p6-kIE4\n");
  expect(key).toMatchObject({ id: "33fb05b811665632", text: "QOyoAyczI1ONqHRmbtvr5BeMgTvInxJTj8V3p6-kIE4" });
  expect(parseBackupKey("QOyoAyczI1ONqHRmbtvr5BeMgTvInxJTj8V3p6")).toBeNull();
});
