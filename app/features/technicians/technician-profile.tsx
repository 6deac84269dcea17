/** The sections of a technician's profile: header, statistics and description. */
import Briefcase from "lucide-react/icons/briefcase";
import Users from "lucide-react/icons/users";
import { PinIcon, SealIcon } from "#app/components/ui/icons.tsx";
import { Image } from "#app/components/ui/image.tsx";
import { formatExperience } from "./experience.ts";
import type { Technician } from "./technician.types.ts";
import { TechnicianRating } from "./technician-rating.tsx";

export function TechnicianHeader({ technician }: { technician: Technician }) {
  const { name, specialty, image, location, rating, review_count, verified_at } = technician;
  return (
    <div className="card overflow-hidden">
      <div className="flex gap-4 p-4 md:gap-6 md:p-6">
        <div className="w-24 shrink-0 md:w-48">
          <Image
            url={image}
            alt={`Portrait de ${name}`}
            sizes="(max-width: 767px) 96px, 192px"
            priority="high"
            className="rounded-xl"
          />
        </div>
        <div className="grid min-w-0 content-center justify-items-start gap-1.5 wrap-anywhere md:gap-2.5">
          <span className="badge bg-brand-soft text-brand md:text-sm">{specialty}</span>
          <h1 className="text-2xl md:text-4xl">{name}</h1>
          <TechnicianRating rating={rating} count={review_count} />
          {location && (
            <p className="flex items-start gap-1.5 text-sm text-muted md:text-base">
              <PinIcon size={18} className="mt-0.5" />
              {location}
            </p>
          )}
        </div>
      </div>
      {verified_at && (
        <p className="flex items-center gap-2 bg-success-soft px-4 py-2.5 text-sm font-semibold text-success-strong md:px-6">
          <SealIcon size={20} />
          Technicien vérifié par notre équipe
        </p>
      )}
    </div>
  );
}

export function TechnicianStats({ technician }: { technician: Technician }) {
  const stats = [
    { icon: Briefcase, label: "Expérience", value: formatExperience(technician.experience) },
    { icon: Users, label: "Clients satisfaits", value: `${technician.satisfied_clients}+` },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 md:gap-4">
      {stats.map(({ icon: Icon, label, value }) => (
        <div
          key={label}
          className="card relative flex min-h-20 flex-col-reverse justify-center py-3 pr-2 pl-17 max-xs:pl-3"
        >
          <dt className="text-sm leading-tight text-muted">
            <span className="absolute inset-y-0 left-3 my-auto grid size-11 place-items-center rounded-lg bg-accent-soft text-brand max-xs:hidden">
              <Icon aria-hidden size={22} />
            </span>
            {label}
          </dt>
          <dd className="font-heading text-xl font-bold tabular-nums md:text-2xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function TechnicianAbout({ technician }: { technician: Technician }) {
  return (
    <section aria-labelledby="about" className="card grid gap-3 p-4 md:p-6">
      <h2 id="about" className="text-xl">
        À propos
      </h2>
      <p className="max-w-prose whitespace-pre-line">{technician.description}</p>
    </section>
  );
}
