import { Socket } from "node:net";
import { expect, it } from "vitest";
import { limitResponseTime } from "./response-timeout.ts";

/** A message of Postgres: its type, its length and this many bytes. */
function createMessage(type: string, bytes: number): Buffer {
  const message = Buffer.alloc(1 + 4 + bytes, "x");
  message.write(type);
  message.writeInt32BE(4 + bytes, 1);
  return message;
}

const notification = createMessage("A", 60);
const row = createMessage("D", 20);
const ready = createMessage("Z", 1);

it.each([
  ["nothing", [], false],
  ["a whole response", [row, ready], false],
  ["the beginning of a response", [row], true],
  ["notifications", [ready, Buffer.concat([notification, notification])], false],
  ["a notification in two parts", [notification.subarray(0, 30), notification.subarray(30)], false],
  ["a notification and the beginning of a response", [Buffer.concat([notification, row])], true],
  ["a response in parts, with the letter of a notification", [row, notification], true],
])("after %s, closes the connection only if something is missing", async (_, chunks, isClosed) => {
  const socket = new Socket();
  const errors: Error[] = [];
  socket.on("error", (error) => errors.push(error));
  limitResponseTime(socket, 1000);
  for (const chunk of chunks) socket.emit("data", chunk);
  socket.emit("timeout");
  await new Promise((resolve) => setTimeout(resolve));
  expect(errors).toHaveLength(isClosed ? 1 : 0);
  socket.destroy();
});

it("gives what is sent in the moment of the timeout its whole time", async () => {
  const socket = new Socket();
  let bytesWritten = 0;
  Object.defineProperty(socket, "bytesWritten", { get: () => bytesWritten });
  const errors: Error[] = [];
  socket.on("error", (error) => errors.push(error));
  limitResponseTime(socket, 1000);
  const endTimeout = async () => {
    socket.emit("timeout");
    bytesWritten = 10;
    await new Promise((resolve) => setTimeout(resolve));
    return errors.length;
  };
  expect(await endTimeout()).toBe(0);
  expect(await endTimeout()).toBe(1);
  socket.destroy();
});
