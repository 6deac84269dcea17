/**
 * The numbers of the advisory locks by which copies of the process take turns. They stand together so that no two are
 * the same; nothing else in the database locks by number.
 */
export const LOCKS = {
  setup: 7_262_001,
  administrator: 7_262_002,
  authHousekeeping: 7_262_003,
} as const;
