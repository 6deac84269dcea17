import { expect, it } from "vitest";
import { listProductLinks, parseDataSheets, parseVideos } from "./product-links.ts";

const sheet = { title: "Fiche technique", url: "/storage/v1/object/public/a.pdf", size: 240_000 };
const video = { title: "Le montage", url: "https://exemple.bf/montage" };

it("says the size of a file, and that a video is one", () => {
  expect(listProductLinks({ data_sheets: [sheet], videos: [video] })).toEqual([
    { label: "Fiche technique (PDF, 240\u00a0Ko)", url: `${sheet.url}?download=Fiche+technique.pdf` },
    { label: "Vidéo\u00a0: Le montage", url: video.url },
  ]);
});

it.each([null, "fiche", {}, [null, 1, "fiche", {}, { title: "Sans adresse" }, { ...video, url: 1 }]])(
  "leaves out what is no link: %j",
  (stored) => {
    expect(parseVideos(stored)).toEqual([]);
  },
);

it("a data sheet has a size", () => {
  expect(parseDataSheets([sheet, video, { ...sheet, size: "240000" }])).toEqual([sheet]);
});
