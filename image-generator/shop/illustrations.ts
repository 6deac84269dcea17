/**
 * The shop's illustrations: empty cart, not found, order confirmation, and so on. Each is smaller than 6 kB.
 */
import { colorBrand, colorBrandStrong } from "#design/tokens.ts";
import { textPath } from "#image-generator/text-path.ts";
import { fill, illustration, shadow, shine } from "./illustration-style.ts";

const wheel = (x: number, y: number, r: number): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" ${fill("ink")}/><circle cx="${x}" cy="${y}" r="${r * 0.55}" ${fill("sun")}/><circle cx="${x}" cy="${y}" r="${r * 0.18}" ${fill("steel")}/>${shine(`M${x - r * 0.7} ${y - r * 0.35}A${r * 0.8} ${r * 0.8} 0 0 1 ${x - r * 0.1} ${y - r * 0.78}`, 3, 0.35)}`;

const spark = (x: number, y: number, r: number, color: string): string =>
  `<path d="M${x} ${y - r}q${r * 0.18} ${r * 0.82} ${r} ${r}q-${r * 0.82} ${r * 0.18} -${r} ${r}q-${r * 0.18} -${r * 0.82} -${r} -${r}q${r * 0.82} -${r * 0.18} ${r} -${r}Z" fill="${color}"/>`;

const stroke = (d: string, tone: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${tone}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

const emptyCart = illustration(
  ["brand", "ink", "sun", "steel"],
  [
    shadow(160, 205, 112),
    stroke("M52 96L122 152L206 158L236 176", "#55504A", 9),
    stroke("M126 152L116 198H146L160 156", "#55504A", 8),
    stroke("M46 92L68 109", "#1D1A17", 14),
    `<path d="M88 78Q84 68 96 68H246Q260 68 256 81L238 138Q234 152 218 152H146Q132 152 126 140Z" ${fill("brand")}/>`,
    `<path d="M88 78Q84 68 96 68H246Q260 68 256 81L254 87Q172 98 93 88Z" fill="#7A220C" opacity=".75"/>`,
    `<path d="M88 78Q84 68 96 68H246Q260 68 256 81" fill="none" stroke="#E9795C" stroke-width="7" stroke-linecap="round"/>`,
    shine("M112 108Q120 132 138 138", 7, 0.35),
    wheel(238, 178, 28),
    spark(168, 42, 13, "#F4B223"),
    spark(206, 30, 8, "#1B7F4B"),
    spark(134, 34, 7, colorBrand),
  ].join(""),
);

const notFound = illustration(
  ["wood", "brand", "sun", "leaf"],
  [
    shadow(160, 212, 84),
    `<rect x="150" y="42" width="20" height="170" rx="9" ${fill("wood")}/>`,
    `<path d="M76 62Q76 54 84 54H226L252 81L226 108H84Q76 108 76 100Z" ${fill("brand")}/>`,
    shine("M88 64H218", 5, 0.3),
    textPath("404", { size: 44, x: 152, y: 96, fill: "#FFFFFF" }),
    `<path d="M244 124Q244 117 237 117H116L96 138L116 159H237Q244 159 244 152Z" ${fill("sun")}/>`,
    shine("M120 125H232", 4, 0.5),
    stroke("M222 138H136M150 126L136 138L150 150", "#1D1A17", 6),
    `<ellipse cx="122" cy="206" rx="24" ry="12" ${fill("leaf")}/><ellipse cx="196" cy="208" rx="30" ry="13" ${fill("leaf")}/>`,
    shine("M108 201Q118 196 130 198M178 203Q194 196 212 202", 3, 0.35),
  ].join(""),
);

const emptySearch = illustration(
  ["paper", "steel", "brand", "ink"],
  [
    shadow(160, 208, 104),
    `<rect x="70" y="176" width="180" height="18" rx="8" fill="#D3A56C"/><rect x="70" y="176" width="180" height="7" rx="3.5" fill="#E7C193"/>`,
    `<rect x="84" y="112" width="58" height="64" rx="8" ${fill("paper")}/><path d="M106 112h14v22l-7-5-7 5Z" fill="#D9BC8C"/>`,
    `<rect x="206" y="92" width="20" height="84" rx="8" fill="none" stroke="#D8C2A0" stroke-width="4" stroke-dasharray="9 8"/>`,
    `<g transform="rotate(-40 176 104)"><rect x="164" y="158" width="24" height="66" rx="12" ${fill("brand")}/><rect x="168" y="146" width="16" height="18" ${fill("ink")}/><circle cx="176" cy="98" r="54" ${fill("steel")}/><circle cx="176" cy="98" r="42" fill="#E4F0F1"/></g>`,
    `<circle cx="170" cy="99" r="41" fill="#fff" opacity=".35"/>`,
    stroke("M160 90Q160 74 175 74Q190 74 190 88Q190 98 176 104V112", colorBrand, 9),
    `<circle cx="176" cy="128" r="6" fill="${colorBrand}"/>`,
    shine("M140 84Q148 66 166 61", 6, 0.9),
  ].join(""),
);

const heart = (x: number, y: number, size: number): string =>
  `M${x} ${y + size}C${x - size * 1.5} ${y + size * 0.15} ${x - size * 1.1} ${y - size} ${x - size * 0.5} ${y - size * 0.9}Q${x - size * 0.12} ${y - size * 0.82} ${x} ${y - size * 0.45}Q${x + size * 0.12} ${y - size * 0.82} ${x + size * 0.5} ${y - size * 0.9}C${x + size * 1.1} ${y - size} ${x + size * 1.5} ${y + size * 0.15} ${x} ${y + size}Z`;

const emptyWishlist = illustration(
  ["paper", "wood", "steel", "brand"],
  [
    shadow(160, 210, 100),
    `<rect x="78" y="44" width="130" height="164" rx="14" ${fill("wood")}/><rect x="90" y="60" width="106" height="138" rx="6" ${fill("paper")}/>`,
    `<rect x="116" y="34" width="54" height="26" rx="9" ${fill("steel")}/><circle cx="143" cy="44" r="5" fill="#9C6530"/>`,
    [92, 126, 160].map((y) => stroke(heart(108, y, 8), colorBrand, 3.5)).join(""),
    stroke("M128 92H178M128 126H168M128 160H152", "#D9BC8C", 7),
    `<path d="${heart(214, 150, 46)}" ${fill("brand")}/>`,
    shine("M180 132Q180 116 194 114", 7, 0.45),
    spark(252, 82, 12, "#F4B223"),
    spark(232, 60, 7, "#1B7F4B"),
    spark(62, 92, 8, "#F4B223"),
  ].join(""),
);

const error = illustration(
  ["ink", "sun", "brand", "steel"],
  [
    shadow(160, 196, 118),
    stroke("M20 190Q60 208 84 170Q98 146 116 138", "#36312B", 11),
    stroke("M300 96Q268 66 244 98Q232 116 214 120", "#36312B", 11),
    `<g transform="rotate(-22 124 134)"><rect x="104" y="106" width="46" height="56" rx="16" ${fill("ink")}/><rect x="148" y="114" width="26" height="9" rx="4" ${fill("steel")}/><rect x="148" y="144" width="26" height="9" rx="4" ${fill("steel")}/>${shine("M112 118Q116 112 126 112", 4, 0.35)}</g>`,
    `<g transform="rotate(-22 206 112)"><path d="M192 84Q192 78 198 78H212Q232 80 232 112Q232 144 212 146H198Q192 146 192 140Z" ${fill("brand")}/><rect x="186" y="88" width="10" height="48" rx="4" fill="#7A220C"/>${shine("M206 86Q222 90 224 108", 4, 0.4)}</g>`,
    `<path d="M176 52L160 84H174L166 108L194 72H179L188 52Z" ${fill("sun")}/>`,
    spark(134, 72, 9, "#F4B223"),
    spark(206, 176, 8, "#F4B223"),
  ].join(""),
);

const orderConfirmation = illustration(
  ["wood", "leaf", "sun", "brand"],
  [
    shadow(154, 208, 104),
    `<path d="M70 104L154 82V206Q150 208 146 207L76 190Q70 188 70 182Z" fill="#C08748"/>`,
    `<path d="M238 104L154 82V206Q158 208 162 207L232 190Q238 188 238 182Z" fill="#DDAE73"/>`,
    `<path d="M70 104L150 84Q154 83 158 84L238 104L158 126Q154 127 150 126Z" ${fill("wood")}/>`,
    `<path d="M154 127V207" stroke="#A87038" stroke-width="2.5"/>`,
    `<path d="M104 95L186 118L204 113L122 91Z" fill="${colorBrand}"/><path d="M186 118L204 113V142L195 137L186 147Z" fill="${colorBrandStrong}"/>`,
    shine("M78 110L146 128", 3, 0.3),
    `<circle cx="222" cy="84" r="42" ${fill("leaf")}/>`,
    `<path d="M202 85L217 100L244 70" fill="none" stroke="#fff" stroke-width="12" stroke-linecap="round" stroke-linejoin="round"/>`,
    shine("M192 68Q200 52 218 50", 5, 0.45),
    spark(92, 58, 13, "#F4B223"),
    spark(132, 40, 8, colorBrand),
    spark(168, 52, 7, "#1B7F4B"),
    `<circle cx="66" cy="78" r="5" fill="${colorBrand}"/><circle cx="112" cy="32" r="4" fill="#1B7F4B"/><circle cx="270" cy="136" r="5" fill="#F4B223"/>`,
  ].join(""),
);

const star = (x: number, y: number, r: number, color: string): string => {
  const corners = Array.from({ length: 10 }, (_, index) => {
    const angle = (index * Math.PI) / 5 - Math.PI / 2;
    const reach = index % 2 === 0 ? r : r * 0.5;
    return `${(x + reach * Math.cos(angle)).toFixed(1)} ${(y + reach * Math.sin(angle)).toFixed(1)}`;
  });
  return `<path d="M${corners.join("L")}Z" fill="${color}" stroke="${color}" stroke-width="2" stroke-linejoin="round"/>`;
};

const closedLetter = illustration(
  ["paper", "wood", "brand", "sun"],
  [
    shadow(160, 210, 110),
    `<path d="M62 108L160 46L258 108V196Q258 206 248 206H72Q62 206 62 196Z" fill="#A87038"/>`,
    `<rect x="86" y="52" width="148" height="130" rx="8" ${fill("paper")}/>`,
    ...[0, 1, 2, 3, 4].map((index) => star(112 + index * 24, 84, 10, index < 4 ? "#F4B223" : "#E0CFB2")),
    stroke("M104 112H214M104 130H190", "#D9C6A6", 6),
    `<path d="M62 108L160 168L258 108V196Q258 206 248 206H72Q62 206 62 196Z" ${fill("wood")}/>`,
    stroke("M66 203L142 157M254 203L178 157", "#A87038", 3),
    shine("M68 118L150 168", 4, 0.35),
    `<circle cx="240" cy="176" r="32" ${fill("brand")}/>`,
    stroke("M229 165L251 187M251 165L229 187", "#FFFFFF", 9),
    shine("M217 166Q222 154 234 151", 4, 0.45),
  ].join(""),
);

export const illustrations: Readonly<Record<string, string>> = {
  "empty-cart": emptyCart,
  "not-found": notFound,
  "empty-search": emptySearch,
  "empty-wishlist": emptyWishlist,
  error,
  "order-thanks": orderConfirmation,
  "closed-letter": closedLetter,
};
