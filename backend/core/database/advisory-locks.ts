/**
 * The numbers of the advisory locks that coordinate the instances. They are listed in one place so that no two
 * are the same. All other advisory locks, here and in the migrations, are hashes of a name (`hashtextextended`).
 */
export const ADVISORY_LOCKS = {
  /** The migrations and the demo shop. */
  setup: 7_262_001,
  /** The first administrator. */
  admin: 7_262_002,
  authHousekeeping: 7_262_003,
  backup: 7_262_004,
} as const;
