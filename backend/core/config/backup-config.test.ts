import { expect, test } from "vitest";
import { StartupError } from "#backend/core/errors.ts";
import { readBackupConfig } from "./backup-config.ts";

test("a shop keeps seven backups, made from two o'clock on, and sends none away", () => {
  expect(readBackupConfig({})).toEqual({ keep: 7, hour: 2, copy: null });
});

test("what is configured is used", () => {
  const env = { BACKUP_KEEP: "0", BACKUP_HOUR: "23" };
  expect(readBackupConfig({ ...env, BACKUP_COPY: "/mnt/usb/yaare" })).toEqual({
    keep: 0,
    hour: 23,
    copy: { kind: "folder", path: "/mnt/usb/yaare" },
  });
  const bucket = { BACKUP_COPY: "https://key:se%2Fcret@s3.example/copies/", BACKUP_REGION: "af-1" };
  expect(readBackupConfig(bucket).copy).toEqual({
    kind: "s3",
    s3: { url: "https://s3.example/copies", accessKeyId: "key", secretAccessKey: "se/cret", region: "af-1" },
  });
});

test.each([
  [{ BACKUP_KEEP: "-1" }, "BACKUP_KEEP=-1 is not a whole number"],
  [{ BACKUP_HOUR: "24" }, "BACKUP_HOUR=24 is not an hour"],
  [{ BACKUP_COPY: "usb" }, "BACKUP_COPY is neither the absolute path"],
  [{ BACKUP_COPY: "s3://key:hunter2@host/bucket" }, "BACKUP_COPY is neither the absolute path"],
  [{ BACKUP_COPY: "https://host/bucket" }, "BACKUP_COPY is not of the form"],
])("%j is refused, without its secrets", (env, message) => {
  expect(() => readBackupConfig(env)).toThrow(StartupError);
  expect(() => readBackupConfig(env)).toThrow(message);
  expect(() => readBackupConfig(env)).not.toThrow("hunter2");
});
