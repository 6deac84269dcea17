/** /about: the shop, its values, why payment is on delivery, and how to recognize imitations. */
import type { ReactNode } from "react";
import { CoinsIcon, HeadsetIcon, SealIcon, ShieldIcon } from "#app/components/ui/icons.tsx";
import { formatWhatsappNumber, ShopContact } from "./shop-contact.tsx";
import type { StaticPageProps } from "./static-page.server.tsx";

const values = [
  {
    icon: CoinsIcon,
    title: "L'honnêteté",
    text: "Le prix affiché est le prix payé. Le stock affiché est celui du magasin. Un mauvais avis reste en ligne comme un bon.",
  },
  {
    icon: SealIcon,
    title: "La qualité",
    text: "Nous choisissons du matériel fait pour durer ici : la chaleur, la poussière, les coupures de courant. Il est vérifié avant l'envoi.",
  },
  {
    icon: HeadsetIcon,
    title: "La proximité",
    text: "Une équipe répond sept jours sur sept, au téléphone et sur WhatsApp. On vous conseille, même si vous n'achetez rien.",
  },
  {
    icon: ShieldIcon,
    title: "Le respect",
    text: "De votre temps, de votre argent et de vos données. Nous ne les vendons pas et n'envoyons pas de publicité.",
  },
];

export function AboutText({ shop, host }: StaticPageProps) {
  return (
    <div className="grid gap-12 md:gap-16">
      <header className="grid items-center gap-8 overflow-hidden rounded-xl bg-brand-strong text-white md:grid-cols-[3fr_2fr]">
        <div className="px-5 py-8 md:py-14 md:pl-12">
          <p className="text-sm font-semibold text-accent-soft">Depuis 2020, à Ouagadougou</p>
          <h1 className="mt-2 text-3xl md:text-5xl">À propos</h1>
          <p className="mt-4 max-w-[52ch] text-lg md:text-xl">
            {shop.shop_name} est la quincaillerie en ligne du Burkina Faso : tout pour construire, réparer et
            équiper, livré chez vous et payé à la livraison.
          </p>
        </div>
        {/* Lazy and hidden on a phone, which therefore does not load it. */}
        <picture className="image-frame aspect-[4/3] max-md:hidden">
          <source type="image/avif" srcSet="/pictures/hero-640.avif" />
          <img src="/pictures/hero-640.jpg" alt="" width={640} height={480} loading="lazy" decoding="async" />
        </picture>
      </header>
      <div className="grid gap-10 lg:grid-cols-2 lg:gap-16">
        <Block id="histoire" title="Notre histoire">
          <p>
            En mooré, <i>yaaré</i> veut dire le marché : l'endroit où l'on trouve de tout, où l'on compare, où
            l'on se connaît.
          </p>
          <p>
            Notre maison est née en 2020. Pour une pompe, un disjoncteur ou vingt barres de fer, il fallait
            alors faire le tour des boutiques, perdre une journée de chantier et espérer que le prix n'aurait
            pas changé. Nous avons voulu un marché ouvert jour et nuit, aux prix écrits, qui vient jusqu'à
            vous.
          </p>
          <p>
            Depuis, maçons, plombiers, électriciens et familles commandent chez nous depuis leur téléphone, à
            Ouagadougou comme dans les régions.
          </p>
        </Block>
        <Block id="mission" title="Notre mission">
          <p>
            <strong>
              Mettre le bon matériel à la portée de tous ceux qui construisent, réparent et équipent, partout
              au Burkina Faso.
            </strong>
          </p>
          <p>
            Le bon matériel, c'est celui qui convient à votre chantier et à votre budget. Chaque fiche dit ce
            qu'est l'article, ce qu'il coûte et combien il en reste.
          </p>
          <p>
            Il vous faut aussi des bras ? Notre annuaire présente des{" "}
            <a href="/technicians">techniciens professionnels</a>. Vous avez une liste ou un plan ?{" "}
            <a href="/request-quote">Demandez une cotation</a>.
          </p>
        </Block>
      </div>
      <section aria-labelledby="valeurs">
        <h2 id="valeurs" className="text-2xl">
          Nos valeurs
        </h2>
        <ul className="mt-4 grid gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-4">
          {values.map(({ icon: Icon, title, text }) => (
            <li key={title} className="card grid content-start gap-2 p-5">
              <Icon size={28} className="text-success" />
              <h3 className="text-lg">{title}</h3>
              <p className="text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <div className="grid gap-10 lg:grid-cols-2 lg:gap-16">
        <Block id="paiement" title="Pourquoi vous payez à la livraison">
          <p>
            Trop de gens ont envoyé de l'argent à une page qui n'a jamais rien livré. Nous avons choisi la
            règle la plus simple : <strong>vous payez quand la marchandise est devant vous.</strong>
          </p>
          <ul>
            <li>Aucun acompte, aucun frais de dossier, aucun transfert avant le passage du livreur.</li>
            <li>Vous ouvrez, vous comptez, vous comparez. Ensuite vous payez en espèces.</li>
            <li>
              Ce qui ne va pas, vous le refusez. <a href="/terms#refus">Vous ne devez rien</a>.
            </li>
          </ul>
          <p>
            <a href="/delivery" className="link inline-flex min-h-11 items-center">
              Comment se passe une livraison
            </a>
          </p>
        </Block>
        <Block id="vrais-messages" title="Reconnaître nos vrais messages">
          <p>Des escrocs imitent les boutiques connues. Voici comment savoir que c'est bien nous.</p>
          <ul>
            <li>
              <strong>Notre site est {host}.</strong> Lisez l'adresse dans la barre du navigateur avant de
              commander.
            </li>
            {shop.phone && (
              <li>
                <strong>Nous appelons du {shop.phone}</strong>
                {shop.whatsapp && <> et écrivons sur WhatsApp du {formatWhatsappNumber(shop.whatsapp)}</>}.
                {shop.email && <> Nos e-mails viennent de {shop.email}.</>}
              </li>
            )}
            <li>
              <strong>Nous citons votre numéro de commande</strong>, celui qui commence par ORD-.
            </li>
            <li>
              <strong>Nous ne demandons jamais</strong> d'argent avant la livraison, ni mot de passe, ni code
              reçu par SMS, ni code secret de mobile money.
            </li>
          </ul>
          <p>
            Un doute ? Raccrochez et rappelez le numéro de cette page. Un faux message à notre nom ?
            Envoyez-le nous : vous protégerez d'autres clients.
          </p>
        </Block>
      </div>
      <section aria-labelledby="contact" className="grid items-start gap-5 md:grid-cols-2 md:gap-16">
        <div>
          <h2 id="contact" className="text-2xl">
            Nous joindre
          </h2>
          <p className="mt-3 max-w-prose text-muted">
            Au téléphone et sur WhatsApp, sept jours sur sept. Les conditions qui nous engagent sont écrites :{" "}
            <a href="/terms" className="link">
              conditions d'utilisation
            </a>
            ,{" "}
            <a href="/privacy" className="link">
              politique de confidentialité
            </a>
            .
          </p>
        </div>
        <ShopContact shop={shop} />
      </section>
    </div>
  );
}

function Block({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="prose">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
