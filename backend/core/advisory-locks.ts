/**
 * The numbers of the advisory locks that coordinate copies of the process. They are listed in one place so
 * that no two are the same; nothing else in the database locks by number.
 */
export const ADVISORY_LOCKS = {
  setup: 7_262_001,
  admin: 7_262_002,
  authHousekeeping: 7_262_003,
} as const;
