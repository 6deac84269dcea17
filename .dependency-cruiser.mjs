/** The import rules of ARCHITECTURE.md, checked by `npm run check:imports`. */
const services = "(auth|rest|storage|realtime|functions)";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "app-not-to-backend",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^(backend|jobs|server\\.ts)" },
    },
    {
      name: "backend-not-to-the-shop",
      comment: "The backend is a Supabase: it knows neither the shop's pages nor its jobs.",
      severity: "error",
      from: { path: "^backend/" },
      to: { path: "^(app|jobs|server\\.ts)" },
    },
    {
      name: "jobs-use-core",
      comment:
        "The jobs get the running backend from server.ts; they know its interface as a type. They share what the shop's models say, how it writes amounts and dates, and the database's types.",
      severity: "error",
      from: { path: "^jobs/" },
      to: {
        path: "^(app|backend|server\\.ts)",
        pathNot: "^(backend/(core/|index\\.ts$)|app/lib/((models|format)/|supabase/database\\.types\\.ts$))",
      },
    },
    {
      name: "design-imports-nothing",
      comment: "The app and the jobs both read the design tokens.",
      severity: "error",
      from: { path: "^design/" },
      to: { pathNot: "^design/" },
    },
    {
      name: "services-apart",
      comment: "Services of the backend never import each other.",
      severity: "error",
      from: { path: `^backend/${services}/` },
      to: { path: `^backend/${services}/`, pathNot: "^backend/$1/" },
    },
    {
      name: "core-imports-no-service",
      severity: "error",
      from: { path: "^backend/core/" },
      to: { path: `^backend/(${services}/|backup/|postgres/|index\\.ts)` },
    },
    {
      name: "lib-at-the-bottom",
      severity: "error",
      from: { path: "^app/lib/" },
      to: { path: "^app/(components|features|routes|root)" },
    },
    {
      name: "components-below-features",
      severity: "error",
      from: { path: "^app/components/" },
      to: { path: "^app/(features|routes|root)" },
    },
    {
      name: "features-below-routes",
      severity: "error",
      from: { path: "^app/features/" },
      to: { path: "^app/(routes|root)" },
    },
    {
      name: "features-apart",
      comment: "No feature imports another: routes compose them.",
      severity: "error",
      from: { path: "^app/features/([^/]+)/" },
      to: { path: "^app/features/", pathNot: "^app/features/$1/" },
    },
    {
      name: "admin-areas-apart",
      comment:
        "No area of the admin feature imports another; its layout may, and shared/ is for all of them.",
      severity: "error",
      from: { path: "^app/features/admin/(?!layout/)([^/]+)/" },
      to: { path: "^app/features/admin/(?!shared/)[^/]+/", pathNot: "^app/features/admin/$1/" },
    },
    {
      name: "only-routes-ts-names-routes",
      comment: "Compositions of features that several routes share are in routes/shared.",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/routes\\.ts$" },
      to: { path: "^app/routes/[^/]+/[^/]+\\.tsx$", pathNot: "^app/routes/shared/" },
    },
    {
      name: "deployed-imports-no-tools",
      comment:
        "What is deployed does not depend on benchmarks, generators, test runners and mutation testing.",
      severity: "error",
      from: { path: "^(app|backend|jobs|server\\.ts)", pathNot: "\\.(test|fixture)\\.tsx?$" },
      to: { path: "^(bench|drills|harness|image-generator|scripts/(generate|mutation|test)|supabase/seed)/" },
    },
    {
      name: "harness-for-all-that-run-shops",
      comment: "What tests, benchmarks and drills share is in the harness, which knows none of them.",
      severity: "error",
      from: { path: "^harness/" },
      to: { path: "^(bench|drills|tests)/" },
    },
    {
      name: "benchmarks-and-drills-apart",
      comment: "What both need is in the harness.",
      severity: "error",
      from: { path: "^(bench|drills)/" },
      to: { path: "^(bench|drills)/", pathNot: "^$1/" },
    },
    {
      name: "tests-not-to-support-of-others",
      severity: "error",
      from: { path: "^tests/" },
      to: { path: "^(bench|drills)/support/" },
    },
    {
      name: "nothing-imports-tests",
      comment: "Mutation testing compares the database with the lists of the tests.",
      severity: "error",
      from: { pathNot: "(^tests/|^scripts/mutation/targets\\.ts$|\\.test\\.tsx?$)" },
      to: { path: "(^tests/|\\.test\\.tsx?$)" },
    },
    {
      name: "not-to-unresolvable",
      severity: "error",
      from: {},
      // A file whose address is imported («?url») is resolved by Vite.
      to: { couldNotResolve: true, pathNot: "^(virtual:|\\+types|\\./\\+types)|\\.wasm\\?url$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\+types|^build/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js"],
    },
  },
};
