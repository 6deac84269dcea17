/** A rating in halves of a star: a native slider, so that keyboard, touch and screen readers come with it. */
import type { ComponentProps } from "react";
import { Field } from "../../../components/ui/field.tsx";
import { RatingStars } from "../../../components/ui/rating-stars.tsx";
import { formatRating } from "../../../lib/ratings.ts";
import { RATING } from "./testimonial.schema.ts";

interface RatingSliderProps extends Omit<ComponentProps<"input">, "id" | "className"> {
  label: string;
  /** As it stands. */
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
            {...RATING}
            {...input}
            aria-valuetext={`${formatRating(rating)} sur 5`}
            className="h-11 min-w-0 grow cursor-pointer accent-laterite"
          />
          {/* The slider says its value itself. */}
          <span aria-hidden className="flex items-center gap-2 text-lg">
            <RatingStars rating={rating} />
            <span className="w-7 text-right text-sm font-semibold tabular-nums">{formatRating(rating)}</span>
          </span>
        </span>
      )}
    </Field>
  );
}
