/** The portraits of the technicians and of the customers with testimonials: invented people. */
import type { Scene } from "#image-generator/render/render.ts";
import { createBust, type Person } from "./bust.ts";

const deep = "#6b4029";
const dark = "#583322";
const warm = "#84502f";
const brown = "#98613d";

const technicians: readonly Person[] = [
  {
    skin: dark,
    hair: "short",
    hat: { kind: "helmet", color: "#F4B223", accent: "#B8391A" },
    clothes: { kind: "vest", color: "#33444F", accent: "#E0661F" },
    turn: -8,
  },
  {
    skin: warm,
    hair: "bun",
    width: 0.95,
    lips: "#8e3a34",
    earrings: "#F4B223",
    clothes: { kind: "overall", color: "#f3eee4", accent: "#1E4E8C" },
    turn: 8,
  },
  {
    skin: deep,
    hair: "short",
    beard: "full",
    hat: { kind: "cap", color: "#1E4E8C", accent: "#163a68" },
    clothes: { kind: "overall", color: "#d9dde0", accent: "#1E4E8C" },
    turn: 6,
  },
  {
    skin: dark,
    hair: "none",
    beard: "moustache",
    hat: { kind: "helmet", color: "#f4f2ec", accent: "#1B7F4B" },
    clothes: { kind: "polo", color: "#1B7F4B", accent: "#F4B223" },
    turn: -6,
  },
  {
    skin: brown,
    hair: "braids",
    width: 0.95,
    lips: "#93413a",
    clothes: { kind: "vest", color: "#f3eee4", accent: "#F4B223" },
    turn: -8,
  },
  {
    skin: deep,
    hair: "none",
    beard: "chin",
    width: 1.04,
    clothes: { kind: "overall", color: "#B8391A", accent: "#33444F" },
    turn: 8,
  },
  {
    skin: dark,
    hair: "short",
    length: 1.03,
    glasses: "#2b2a2c",
    clothes: { kind: "polo", color: "#33444F", accent: "#E0661F" },
    turn: 7,
  },
  {
    skin: warm,
    hair: "none",
    lips: "#8e3a34",
    width: 0.95,
    hat: { kind: "veil", color: "#2F6F73", accent: "#2F6F73" },
    clothes: { kind: "vest", color: "#2F6F73", accent: "#F4B223" },
    turn: -5,
  },
  {
    skin: brown,
    hair: "short",
    beard: "full",
    hat: { kind: "helmet", color: "#1E5E8C", accent: "#f4f2ec" },
    clothes: { kind: "polo", color: "#e9e2d2", accent: "#1E5E8C" },
    turn: 8,
  },
  {
    skin: dark,
    hair: "locks",
    beard: "chin",
    clothes: { kind: "overall", color: "#F4B223", accent: "#2b2d30" },
    turn: -8,
  },
  {
    skin: deep,
    hair: "afro",
    width: 0.96,
    lips: "#7d312c",
    earrings: "#1B7F4B",
    clothes: { kind: "polo", color: "#B8391A", accent: "#f3eee4" },
    turn: 6,
  },
  {
    skin: warm,
    hair: "short",
    hairColor: "#8f8a86",
    beard: "moustache",
    hat: { kind: "cap", color: "#B8391A", accent: "#8e2b13" },
    clothes: { kind: "vest", color: "#d9dde0", accent: "#B8391A" },
    turn: -6,
  },
];

const clients: readonly Person[] = [
  {
    skin: dark,
    hair: "none",
    lips: "#7d312c",
    width: 0.95,
    earrings: "#F4B223",
    hat: { kind: "scarf", color: "#B8391A", accent: "#F4B223" },
    clothes: { kind: "blouse", color: "#B8391A", accent: "#F4B223" },
    turn: -8,
  },
  {
    skin: deep,
    hair: "short",
    beard: "chin",
    clothes: { kind: "jacket", color: "#33444F", accent: "#f7f3ea" },
    turn: 7,
  },
  {
    skin: warm,
    hair: "none",
    hairColor: "#cfcac4",
    beard: "full",
    hat: { kind: "kufi", color: "#f3eee4", accent: "#F4B223" },
    clothes: { kind: "boubou", color: "#e9eef2", accent: "#d2a63c" },
    turn: -6,
  },
  {
    skin: brown,
    hair: "afro",
    lips: "#93413a",
    width: 0.95,
    clothes: { kind: "blouse", color: "#1B7F4B", accent: "#F4B223" },
    turn: 8,
  },
  {
    skin: dark,
    hair: "short",
    glasses: "#3a2a20",
    clothes: { kind: "polo", color: "#F4B223", accent: "#2b2d30" },
    turn: -7,
  },
  {
    skin: deep,
    hair: "none",
    lips: "#7d312c",
    width: 0.95,
    hat: { kind: "veil", color: "#c98b6b", accent: "#c98b6b" },
    clothes: { kind: "boubou", color: "#a86848", accent: "#f3e3c6" },
    turn: 5,
  },
  {
    skin: warm,
    hair: "none",
    width: 1.05,
    beard: "moustache",
    clothes: { kind: "boubou", color: "#1F5FA8", accent: "#f0d58a" },
    turn: -6,
  },
  {
    skin: dark,
    hair: "braids",
    lips: "#7d312c",
    width: 0.96,
    glasses: "#7a2b1a",
    clothes: { kind: "jacket", color: "#7d3b57", accent: "#f7f3ea" },
    turn: 8,
  },
  {
    skin: brown,
    hair: "short",
    beard: "full",
    clothes: { kind: "boubou", color: "#2F6F4B", accent: "#e9d9a6" },
    turn: 7,
  },
  {
    skin: deep,
    hair: "none",
    hairColor: "#bdb7b0",
    lips: "#7d312c",
    earrings: "#f3e3c6",
    hat: { kind: "scarf", color: "#1E4E8C", accent: "#7FB8D8" },
    clothes: { kind: "blouse", color: "#1E4E8C", accent: "#F4B223" },
    turn: -7,
  },
];

const backdropColors = ["#f0d9b5", "#d3e4d2", "#f6dfa4", "#efcdbb", "#d9dcd9", "#e8d2bd"] as const;

const createPortraits = (name: string, people: readonly Person[], shift: number): [string, () => Scene][] =>
  people.map((person, i) => [
    `${name}-${i + 1}`,
    () => ({
      model: createBust(person),
      view: { azimuth: (person.turn ?? 0) * 0.6, elevation: 4, fill: 0.96, middle: [0.5, 0.545] },
      floating: true,
      fill: 0.75,
      backdrop: backdropColors[(i + shift) % backdropColors.length] ?? backdropColors[0],
    }),
  ]);

export const portraitScenes = [
  ...createPortraits("technicien", technicians, 0),
  ...createPortraits("client", clients, 3),
];
