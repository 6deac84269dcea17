/** Joins channels with the unchanged official client, and records what it receives. */
import { randomUUID } from "node:crypto";
import type { RealtimeChannel, RealtimeChannelOptions } from "@supabase/supabase-js";
import { expect } from "vitest";
import { eventually, type TestRealtime } from "./realtime-fixture.ts";

/** Members have a private channel each, and one that all of them may read. */
export const MEMBER_POLICIES = `
  create policy "Members receive" on realtime.messages for select to authenticated
    using (realtime.topic() = 'club:' || (select auth.uid())::text and extension in ('broadcast', 'presence')
      or realtime.topic() = 'board');
  create policy "Members send" on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'club:' || (select auth.uid())::text);`;

/** What a client received in a channel, and the result of its join. */
export interface ChannelListener {
  channel: RealtimeChannel;
  received: { event: string; payload: unknown; meta?: unknown }[];
  /** The presence keys that joined and left. */
  joined: string[];
  left: string[];
  statuses: string[];
  errors: string[];
}

/** The user, the instance, the protocol version, and whether presence is recorded. */
export interface JoinOptions {
  token?: string;
  port?: number;
  key?: string;
  vsn?: "1.0.0" | "2.0.0";
  config?: RealtimeChannelOptions["config"];
  tracksPresence?: boolean;
}

/** Joins a channel, and waits for the response. */
export async function tryJoinChannel(
  realtime: TestRealtime,
  topic: string,
  { token, config = {}, tracksPresence, ...options }: JoinOptions = {},
): Promise<ChannelListener> {
  const client = realtime.client(token, options);
  await client.realtime.setAuth();
  const channel = client.channel(topic, { config });
  const listener: ChannelListener = { channel, received: [], joined: [], left: [], statuses: [], errors: [] };
  channel.on("broadcast", { event: "*" }, ({ event, payload, meta }) =>
    listener.received.push({ event, payload, ...(meta && { meta }) }),
  );
  if (tracksPresence) {
    channel.on("presence", { event: "join" }, ({ key }) => listener.joined.push(key));
    channel.on("presence", { event: "leave" }, ({ key }) => listener.left.push(key));
  }
  channel.subscribe((status, error) => {
    listener.statuses.push(status);
    if (error) listener.errors.push(error.message);
  });
  await eventually(() => expect(listener.statuses.length).toBeGreaterThan(0));
  return listener;
}

/** Joins a channel; the join must succeed. */
export async function joinChannel(
  realtime: TestRealtime,
  topic: string,
  options?: JoinOptions,
): Promise<ChannelListener> {
  const listener = await tryJoinChannel(realtime, topic, options);
  expect(listener.statuses, listener.errors.join()).toEqual(["SUBSCRIBED"]);
  return listener;
}

export const broadcast = (listener: ChannelListener, event: string, payload: object | ArrayBuffer) =>
  listener.channel.send({ type: "broadcast", event, payload });

/** Creates a user with a private channel. */
export async function createMember(realtime: TestRealtime): Promise<{ topic: string; token: string }> {
  const id = randomUUID();
  return { topic: `club:${id}`, token: await realtime.createToken(id) };
}
