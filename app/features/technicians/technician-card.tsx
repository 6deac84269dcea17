/** A technician's card in a list: portrait, specialty, rating and place. */

import { Link } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { PinIcon, SealIcon } from "#app/components/ui/icons.tsx";
import { Image } from "#app/components/ui/image.tsx";
import type { CardTechnician } from "./technician.types.ts";
import { TechnicianRating } from "./technician-rating.tsx";

interface TechnicianCardProps {
  technician: CardTechnician;
  headingLevel: "h2" | "h3";
  /** Whether the card is above the fold. */
  isAboveFold?: boolean;
}

export function TechnicianCard({
  technician,
  headingLevel: Heading,
  isAboveFold = false,
}: TechnicianCardProps) {
  const { name, slug, specialty, image, description, location, rating, review_count, verified_at } =
    technician;
  return (
    <article className="card relative flex h-full flex-col p-4 lift">
      <div className="flex gap-4">
        <div className="w-24 shrink-0 md:w-28">
          <Image
            url={image}
            alt=""
            sizes="112px"
            priority={isAboveFold ? "high" : "lazy"}
            className="rounded-xl"
          />
        </div>
        <div className="grid min-w-0 content-start justify-items-start gap-1.5 wrap-anywhere">
          <span className="badge bg-brand-soft text-brand">{specialty}</span>
          <Heading className="text-lg leading-tight">
            {name}
            {verified_at && (
              <>
                <SealIcon size={18} className="ml-1.5 inline align-[-3px] text-success" />
                <span className="sr-only">, vérifié</span>
              </>
            )}
          </Heading>
          <TechnicianRating rating={rating} count={review_count} />
          {location && (
            <p className="flex items-start gap-1 text-sm text-muted">
              <PinIcon size={16} className="mt-0.5" />
              {location}
            </p>
          )}
        </div>
      </div>
      <p className="mt-3 mb-4 line-clamp-2 text-sm text-muted">{description}</p>
      <Link
        to={`/technician/${slug}`}
        className={buttonClass("outline", "mt-auto after:absolute after:inset-0 after:rounded-card")}
      >
        Voir le profil<span className="sr-only"> de {name}</span>
      </Link>
    </article>
  );
}
