/** The steps from choosing a technician to the agreement. */

const steps = [
  {
    title: "Choisissez",
    text: "Cherchez par métier, lisez les profils et comparez l'expérience, la note et le quartier. C'est gratuit et sans compte.",
  },
  {
    title: "Écrivez",
    text: "Envoyez un message depuis le profil\u00a0: nous le transmettons au technicien avec vos coordonnées. Sur WhatsApp, c'est notre équipe qui répond.",
  },
  {
    title: "Convenez ensemble",
    text: "Le technicien vous répond. Le prix, la date et le paiement des travaux se décident directement entre vous.",
  },
];

export function MatchingSteps() {
  return (
    <ol className="grid gap-3 md:grid-cols-3 md:gap-4">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="card flex gap-4 p-4 md:flex-col md:p-6">
          <span
            aria-hidden="true"
            className="grid size-11 shrink-0 place-items-center rounded-full bg-brand font-heading text-xl font-bold text-white"
          >
            {index + 1}
          </span>
          <div>
            <h3 className="text-lg">{title}</h3>
            <p className="mt-1 text-sm text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
