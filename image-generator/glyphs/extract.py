"""Extracts the letters that the images need from an open font, as SVG paths.

    python3 extract.py <font file> <letters> <output.json> [weight]

Each letter becomes [advance, path] in a 500-unit em with y downwards; the paths use relative coordinates, because
wordmarks are served as SVG and every byte of them counts. Needs fonttools and brotli.
"""

import json
import sys

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

EM = 500


def relative(recording, k):
    out, at, start = [], (0, 0), (0, 0)

    def snap(point):
        return (round(point[0] * k), round(-point[1] * k))

    def step(to):
        return f"{to[0] - at[0]} {to[1] - at[1]}"

    for name, points in recording:
        snapped = [snap(p) for p in points]
        if name == "moveTo":
            out.append("m" + step(snapped[0]))
            at = start = snapped[0]
        elif name == "lineTo":
            if snapped[0] != at:
                out.append("l" + step(snapped[0]))
                at = snapped[0]
        elif name == "qCurveTo":
            controls, last = snapped[:-1], snapped[-1]
            for i, control in enumerate(controls):
                end = last if i == len(controls) - 1 else tuple(round((a + b) / 2) for a, b in zip(control, controls[i + 1]))
                out.append("q" + step(control) + " " + step(end))
                at = end
        elif name == "curveTo":
            out.append("c" + " ".join(step(p) for p in snapped))
            at = snapped[-1]
        else:
            out.append("z")
            at = start
    # A repeated SVG command needs no letter.
    short = [out[0]] + [b if b[0] not in "lqc" or a[0] != b[0] else " " + b[1:] for a, b in zip(out, out[1:])] if out else []
    return "".join(short).replace(" -", "-")


def main(source, letters, target, weight=None):
    font = TTFont(source)
    if weight:
        font = instancer.instantiateVariableFont(font, {"wght": float(weight)})
    glyphs, names, k = font.getGlyphSet(), font.getBestCmap(), EM / font["head"].unitsPerEm
    result = {}
    for letter in sorted(set(letters)):
        glyph = glyphs[names[ord(letter)]]
        pen = DecomposingRecordingPen(glyphs)
        glyph.draw(pen)
        result[letter] = [round(glyph.width * k), relative(pen.value, k)]
    with open(target, "w", encoding="utf8") as out:
        json.dump(result, out, ensure_ascii=False, indent=1, sort_keys=True)
        out.write("\n")


main(*sys.argv[1:])
