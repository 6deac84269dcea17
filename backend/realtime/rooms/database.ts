/** What rooms ask of the database, in SQL. */
import type { Sql } from "../../core/database.ts";
import type { RoomsDatabase } from "./index.ts";
import { readMessages } from "./stored.ts";

/** `sql` may become the service's role. */
export function roomsDatabase(sql: Sql): RoomsDatabase {
  return {
    listen: (channel, onNotify, onConnected) => sql.listen(channel, onNotify, onConnected),
    notify: async (channel, texts) => {
      await sql`
        select pg_notify(${channel}, part) from json_array_elements_text(${JSON.stringify(texts)}::text::json) as parts (part)`;
    },
    readMessages: (announced) => readMessages(sql, announced),
  };
}
