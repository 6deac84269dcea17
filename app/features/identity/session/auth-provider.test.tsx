import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it, vi } from "vitest";
import { AuthProvider, useAuth } from "./auth-provider.tsx";

function Status() {
  return <span>{useAuth().status}</span>;
}

it("throws outside its provider", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => renderToString(<Status />)).toThrow("useAuth must be used within an AuthProvider");
});

it("starts in the loading state", () => {
  const element = (
    <AuthProvider>
      <Status />
    </AuthProvider>
  );
  const html = renderToString(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
  expect(html).toContain("<span>loading</span>");
});
