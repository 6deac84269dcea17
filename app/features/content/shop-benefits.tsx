/** The four benefits of the shop, on the home page. */
import { HeadsetIcon, SealIcon, ShieldIcon, TruckIcon } from "#app/components/ui/icons.tsx";

const benefits = [
  { icon: TruckIcon, title: "Livraison rapide", text: "Partout au Burkina Faso, en 24/48h à Ouagadougou." },
  {
    icon: ShieldIcon,
    title: "Paiement sécurisé",
    text: "Vous payez à la livraison, quand le colis est là.",
  },
  { icon: SealIcon, title: "Qualité garantie", text: "Du matériel choisi et vérifié avant l'envoi." },
  { icon: HeadsetIcon, title: "Service client 7j/7", text: "Au téléphone et sur WhatsApp, tous les jours." },
];

export function ShopBenefits() {
  return (
    <section aria-label="Nos engagements" className="page mt-12">
      <ul className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        {benefits.map(({ icon: Icon, title, text }) => (
          <li key={title} className="card flex flex-col gap-2 p-4 md:flex-row md:gap-4 md:p-5">
            <span className="grid size-11 shrink-0 place-items-center rounded-lg bg-success-soft text-success">
              <Icon size={24} />
            </span>
            <div>
              <h3 className="text-base">{title}</h3>
              <p className="mt-1 text-sm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
