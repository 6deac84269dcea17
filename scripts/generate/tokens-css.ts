/** Renders app/styles/tokens.css: the design tokens as theme variables of Tailwind. */
import * as tokens from "#design/tokens.ts";

export function renderTokens(): string {
  const lines = Object.entries(tokens).map(([name, value]) => `  --${toKebabCase(name)}: ${value};\n`);
  return `/* Generated from design/tokens.ts by \`npm run generate\`. */\n@theme inline {\n${lines.sort().join("")}}\n`;
}

function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
