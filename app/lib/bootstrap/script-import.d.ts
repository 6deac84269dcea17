/** The text of a TypeScript module, bundled into one classic script (scripts/vite/script-bundle.ts). */
declare module "*?script" {
  const text: string;
  export default text;
}
