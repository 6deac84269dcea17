import { describe, expect, test } from "vitest";
import { allowsTxOverride, defaultRestConfig, withDatabaseSettings } from "./config.ts";

const configured = (settings: Record<string, string>) =>
  withDatabaseSettings(defaultRestConfig, new Map(Object.entries(settings)));

describe("the database's settings", () => {
  test("override the configuration", () => {
    expect(
      configured({
        db_schemas: 'shop, "Back Office"',
        db_extra_search_path: "",
        db_max_rows: "50",
        db_tx_end: "rollback-allow-override",
        db_aggregates_enabled: "on",
        db_plan_enabled: "true",
        db_pre_request: "private.check",
        db_root_spec: "root",
        openapi_mode: "disabled",
        openapi_security_active: "1",
        openapi_server_proxy_uri: "https://api.example.com",
        db_hoisted_tx_settings: "work_mem",
      }),
    ).toMatchObject({
      schemas: ["shop", "Back Office"],
      extraSearchPath: [],
      maxRows: 50,
      txEnd: "rollback-allow-override",
      aggregates: true,
      explain: true,
      preRequest: { schema: "private", name: "check" },
      rootSpec: "root",
      openapiMode: "disabled",
      openapiSecurity: true,
      openapiServerUrl: "https://api.example.com",
      hoistedSettings: ["work_mem"],
    });
    expect(configured({ db_pre_request: "check" }).preRequest).toEqual({ schema: "public", name: "check" });
    expect(configured({ db_aggregates_enabled: "false" }).aggregates).toBe(false);
  });

  test("have no effect when they are absent or invalid", () => {
    expect(configured({})).toEqual(defaultRestConfig);
    expect(
      configured({
        db_schemas: " , ",
        db_max_rows: "-1",
        db_tx_end: "later",
        db_aggregates_enabled: "perhaps",
        openapi_mode: "x",
        unheard_of: "1",
        jwt_role_claim_key: '.a[?(@ = "b")]',
      }),
    ).toEqual(defaultRestConfig);
  });
});

test("a client may choose how its transaction ends only where the configuration allows it", () => {
  expect(allowsTxOverride({ txEnd: "commit" })).toBe(false);
  expect(allowsTxOverride({ txEnd: "rollback" })).toBe(false);
  expect(allowsTxOverride({ txEnd: "commit-allow-override" })).toBe(true);
});
