/** The statements of the topic hub. */
import type { Sql } from "#backend/core/database/database.ts";
import { findMessages } from "./database-broadcasts.ts";
import type { TopicHubDatabase } from "./topic-hub.ts";

/** `sql` may take the role of the service. */
export function createTopicHubDatabase(sql: Sql): TopicHubDatabase {
  return {
    listen: (channel, onNotify, onConnected) => sql.listen(channel, onNotify, onConnected),
    notify: async (channel, texts) => {
      await sql`
        select pg_notify(${channel}, part) from json_array_elements_text(${JSON.stringify(texts)}::text::json) as parts (part)`;
    },
    readMessages: (notifications) => findMessages(sql, notifications),
  };
}
