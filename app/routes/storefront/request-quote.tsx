/**
 * The page for quote requests over WhatsApp, with an optional image or file. The page loads no data; only an
 * attached file is sent to the backend.
 */
import Camera from "lucide-react/icons/camera";
import DraftingCompass from "lucide-react/icons/drafting-compass";
import { data } from "react-router";
import { CheckIcon } from "#app/components/ui/icons.tsx";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { QuoteOption } from "#app/features/quotes/quote-option.tsx";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getPublicPageInit, publicPageHeaders } from "#app/lib/pages/public-page.ts";
import type { Route } from "./+types/request-quote";

export function loader() {
  return data(null, getPublicPageInit([], []));
}

export const headers = publicPageHeaders;

export const handle: PageHandle = { offlineCopy: false };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/request-quote",
    title: "Demander une cotation",
    description:
      "Envoyez la photo d'un article, une liste de matériaux ou le plan d'un projet complet : notre équipe vous répond sur WhatsApp avec ses prix.",
  });
}

const steps = [
  {
    title: "Vous montrez ce qu'il vous faut",
    text: "Une photo, une liste ou un plan. Ajoutez-le ici, ou directement dans la conversation WhatsApp.",
  },
  {
    title: "WhatsApp s'ouvre",
    text: "Le message est déjà écrit, avec la référence de votre envoi. Complétez-le et envoyez-le.",
  },
  {
    title: "Nous vous répondons",
    text: "Prix, disponibilité et livraison. Quelques articles se chiffrent vite, un projet complet demande plus de temps\u00a0: notre première réponse vous dit combien.",
  },
];

export default function RequestQuotePage() {
  const { whatsapp } = useShop();
  return (
    <div className="page py-6 md:py-10">
      <h1 className="text-3xl md:text-4xl">Demander une cotation</h1>
      <p className="mt-2 mb-6 max-w-prose text-muted md:text-lg">
        Un article introuvable, une liste de chantier, un projet entier&nbsp;? Demandez nos prix sur WhatsApp.
        Cela ne vous engage à rien.
      </p>
      <div className="grid gap-4 md:grid-cols-2 md:gap-6">
        <QuoteOption
          kind="image"
          title="Envoyer une image"
          purpose="Produits et matériaux"
          icon={<Camera aria-hidden size={28} />}
          shopNumber={whatsapp}
        >
          <Advice
            items={[
              "l'article en entier, bien éclairé",
              "son étiquette ou sa référence",
              "la quantité souhaitée",
            ]}
          />
        </QuoteOption>
        <QuoteOption
          kind="file"
          title="Envoyer un fichier"
          purpose="Plans et projets complets"
          icon={<DraftingCompass aria-hidden size={28} />}
          shopNumber={whatsapp}
        >
          <Advice
            items={[
              "le plan avec ses cotes",
              "la liste des matériaux, si vous l'avez",
              "la ville du chantier",
            ]}
          />
        </QuoteOption>
      </div>
      <section aria-labelledby="steps" className="mt-10">
        <h2 id="steps" className="text-2xl">
          Comment ça se passe
        </h2>
        <ol className="mt-4 grid gap-5 md:grid-cols-3 md:gap-8">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="flex gap-4 md:flex-col md:gap-3">
              <span
                aria-hidden="true"
                className="grid size-10 shrink-0 place-items-center rounded-full bg-accent font-heading text-lg font-bold"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="text-lg">{title}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <p className="mt-6 max-w-prose rounded-card border bg-white p-4 text-sm text-muted">
          Ce que vous ajoutez ici n'est pas public&nbsp;: seule notre équipe peut l'ouvrir, pour préparer
          votre cotation. Aucun compte n'est nécessaire.
        </p>
      </section>
    </div>
  );
}

function Advice({ items }: { items: string[] }) {
  return (
    <>
      <p className="text-sm font-semibold">Ce qui nous aide&nbsp;:</p>
      <ul className="mt-1 grid gap-1 text-sm text-muted">
        {items.map((item) => (
          <li key={item} className="flex gap-2">
            <CheckIcon size={18} className="mt-px text-success" />
            {item}
          </li>
        ))}
      </ul>
    </>
  );
}
