/** Customers' testimonials about the shop. */

import { RatingStars } from "#app/components/ui/rating-stars.tsx";
import { ScrollRow } from "#app/components/ui/scroll-row.tsx";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import { TESTIMONIALS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { getThumbnailUrl } from "#app/lib/images/image-sources.ts";
import type { Result } from "#app/lib/result.ts";
import type { Testimonial } from "./content.queries.ts";

export function Testimonials({ testimonials }: { testimonials: Result<Testimonial[]> }) {
  useFailureToast(testimonials, TESTIMONIALS_LOAD_ERROR);
  const list = testimonials.ok ? testimonials.value : [];
  if (list.length === 0) {
    return <p className="text-muted">Aucun témoignage disponible pour le moment.</p>;
  }
  return (
    <ScrollRow className="-mx-4 gap-3 px-4 pb-1 md:mx-0 md:gap-4 md:px-0">
      {list.map((testimonial) => (
        <li key={testimonial.id} className="w-[82%] scroll-ml-4 md:w-[calc((100%-32px)/3)] md:scroll-ml-0">
          <TestimonialCard testimonial={testimonial} />
        </li>
      ))}
    </ScrollRow>
  );
}

function TestimonialCard({
  testimonial: { name, role, rating, content, avatar },
}: {
  testimonial: Testimonial;
}) {
  return (
    <figure className="card flex h-full flex-col gap-3 p-4 md:p-5">
      <RatingStars rating={rating} />
      <blockquote className="grow text-foreground">«&nbsp;{content}&nbsp;»</blockquote>
      <figcaption className="flex items-center gap-3">
        <span className="image-frame size-11 shrink-0 rounded-full">
          {avatar && (
            <img
              src={getThumbnailUrl(avatar)}
              alt=""
              width={44}
              height={44}
              loading="lazy"
              decoding="async"
            />
          )}
        </span>
        <span className="wrap-anywhere">
          <span className="block font-semibold">{name}</span>
          {role && <span className="block text-sm text-muted">{role}</span>}
        </span>
      </figcaption>
    </figure>
  );
}
