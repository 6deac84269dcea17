/** A rating in half stars: a native slider, which supports keyboards, touch and screen readers. */
import type { ComponentProps } from "react";
import { Field } from "#app/components/ui/forms/field.tsx";
import { RatingStars } from "#app/components/ui/rating-stars.tsx";
import { formatRating } from "#app/lib/format/ratings.ts";
import { RATING_RANGE } from "./testimonial.schema.ts";

interface RatingSliderProps extends Omit<ComponentProps<"input">, "id" | "className"> {
  label: string;
  /** The current value. */
  rating: number;
}

export function RatingSlider({ label, rating, ...input }: RatingSliderProps) {
  return (
    <Field label={label}>
      {({ id }) => (
        <span className="flex min-h-11 items-center gap-4">
          <input
            type="range"
            id={id}
            {...RATING_RANGE}
            {...input}
            aria-valuetext={`${formatRating(rating)} sur 5`}
            className="h-11 min-w-0 grow cursor-pointer accent-brand"
          />
          {/* The slider announces its value itself. */}
          <span aria-hidden className="flex items-center gap-2 text-lg">
            <RatingStars rating={rating} />
            <span className="w-7 text-right text-sm font-semibold tabular-nums">{formatRating(rating)}</span>
          </span>
        </span>
      )}
    </Field>
  );
}
