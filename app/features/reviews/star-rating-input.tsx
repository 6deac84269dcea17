/**
 * The star rating input: radio buttons styled as stars, so that keyboard, touch and screen readers work as
 * usual. The meaning of the rating is shown beside it as text.
 */
import { useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

const LABELS = ["Très déçu", "Déçu", "Correct", "Bien", "Excellent"];

interface StarRatingInputProps {
  /** The registration of the radio buttons in the form. */
  field: UseFormRegisterReturn;
  /** The selected number of stars. */
  chosen: number;
}

export function StarRatingInput({ field, chosen }: StarRatingInputProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const lit = pointed ?? chosen;
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">Votre note</legend>
      <div className="flex flex-wrap items-center gap-x-4">
        <div className="-ml-1.5 flex" onPointerLeave={() => setPointed(null)}>
          {LABELS.map((label, index) => (
            <label
              key={label}
              className="relative grid size-12 place-items-center"
              onPointerEnter={({ pointerType }) => pointerType === "mouse" && setPointed(index + 1)}
            >
              <input
                type="radio"
                value={index + 1}
                className="peer absolute inset-0 cursor-pointer appearance-none"
                {...field}
              />
              <svg
                aria-hidden="true"
                viewBox="0 0 20 20"
                className={index < lit ? "size-9 fill-rating" : "size-9 fill-rating-empty"}
              >
                <path d="m10 1.4 2.6 5.6 6 .8-4.4 4.2 1.1 6-5.3-2.9L4.7 18l1.1-6-4.4-4.2 6-.8Z" />
              </svg>
              <span className="sr-only">{`${index + 1} ${index > 0 ? "étoiles" : "étoile"} : ${label}`}</span>
            </label>
          ))}
        </div>
        <p aria-hidden="true" className="font-semibold">
          {LABELS[lit - 1]}
        </p>
      </div>
    </fieldset>
  );
}
