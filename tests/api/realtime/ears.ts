/** Who is in a room through the unchanged official client, and what they hear there. */
import { randomUUID } from "node:crypto";
import type { RealtimeChannel, RealtimeChannelOptions } from "@supabase/supabase-js";
import { expect } from "vitest";
import { eventually, type TestRealtime } from "./service.ts";

/** A private channel for each member, on which nobody else is, and one on which all of them may listen. */
export const MEMBERS = `
  create policy "Members hear" on realtime.messages for select to authenticated
    using (realtime.topic() = 'club:' || (select auth.uid())::text and extension in ('broadcast', 'presence')
      or realtime.topic() = 'board');
  create policy "Members speak" on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'club:' || (select auth.uid())::text);`;

/** What came to somebody's ears in a room, and what became of their joining it. */
export interface Ear {
  channel: RealtimeChannel;
  heard: { event: string; payload: unknown; meta?: unknown }[];
  /** Keys that were seen to come and to go. */
  came: string[];
  went: string[];
  status: string[];
  error: string[];
}

/** On whose behalf, through which copy and protocol, and whether they see who is there. */
export interface Wish {
  token?: string;
  port?: number;
  key?: string;
  vsn?: "1.0.0" | "2.0.0";
  config?: RealtimeChannelOptions["config"];
  watches?: boolean;
}

/** Joins, and waits for an answer. */
export async function attemptRoom(
  realtime: TestRealtime,
  topic: string,
  { token, config = {}, watches, ...options }: Wish = {},
): Promise<Ear> {
  const client = realtime.client(token, options);
  await client.realtime.setAuth();
  const channel = client.channel(topic, { config });
  const ear: Ear = { channel, heard: [], came: [], went: [], status: [], error: [] };
  channel.on("broadcast", { event: "*" }, ({ event, payload, meta }) =>
    ear.heard.push({ event, payload, ...(meta && { meta }) }),
  );
  if (watches) {
    channel.on("presence", { event: "join" }, ({ key }) => ear.came.push(key));
    channel.on("presence", { event: "leave" }, ({ key }) => ear.went.push(key));
  }
  channel.subscribe((status, error) => {
    ear.status.push(status);
    if (error) ear.error.push(error.message);
  });
  await eventually(() => expect(ear.status.length).toBeGreaterThan(0));
  return ear;
}

/** Joins where that is allowed. */
export async function enterRoom(realtime: TestRealtime, topic: string, wish?: Wish): Promise<Ear> {
  const ear = await attemptRoom(realtime, topic, wish);
  expect(ear.status, ear.error.join()).toEqual(["SUBSCRIBED"]);
  return ear;
}

export const say = (ear: Ear, event: string, payload: object | ArrayBuffer) =>
  ear.channel.send({ type: "broadcast", event, payload });

/** Somebody with a private channel of their own. */
export async function newMember(realtime: TestRealtime): Promise<{ topic: string; token: string }> {
  const id = randomUUID();
  return { topic: `club:${id}`, token: await realtime.tokenOf(id) };
}
