/**
 * The hero of the home page: what the shop sells, and that payment is on delivery. On a phone it is compact,
 * since the families and the first offers belong to the first screen too, and leaves the payment to the bar
 * right above it.
 */

import { Link } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { CheckCircleIcon } from "#app/components/ui/icons.tsx";

/** A little less than the displayed width on a phone, so that one of triple density loads the file of 400 px. */
const SIZES = "(max-width: 767px) 36vw, 50vw";

/** On a phone the two buttons share one row; with letters of twice the size there is no picture. */
const HERO_BUTTON = "max-md:grow max-md:px-1 max-md:text-sm md:px-4";

const reasons = ["Payez à la livraison", "Livré partout au Burkina Faso", "Une équipe joignable 7j/7"];

export function Hero() {
  return (
    <section className="bg-brand-strong text-white">
      <div className="page grid items-center gap-x-4 min-[18rem]:grid-cols-[1fr_38%] min-[18rem]:max-md:pr-0 md:grid-cols-2 md:gap-8 md:py-6">
        <div className="max-md:contents">
          <h1 className="py-2.5 text-xl leading-tight font-extrabold md:py-0 md:text-4xl xl:text-5xl">
            Tout pour construire, réparer et équiper
          </h1>
          <p className="mt-3 max-w-prose text-lg max-md:hidden">
            Outils, matériaux, plomberie, électricité et quincaillerie. Commandez en ligne, nous livrons chez
            vous.
          </p>
          <p className="order-last col-span-full flex flex-wrap gap-2 py-2 min-[18rem]:pr-4 md:mt-5 md:gap-3 md:p-0">
            <Link to="/products" className={buttonClass("accent", HERO_BUTTON)}>
              Voir les produits
            </Link>
            <Link to="/promotions" className={buttonClass("inverse", HERO_BUTTON)}>
              Les promotions
            </Link>
          </p>
          <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-1 text-sm max-md:hidden">
            {reasons.map((reason) => (
              <li key={reason} className="flex items-center gap-2">
                <CheckCircleIcon size={18} className="text-accent" />
                {reason}
              </li>
            ))}
          </ul>
        </div>
        <HeroImage />
      </div>
    </section>
  );
}

function HeroImage() {
  return (
    <picture className="image-frame max-[18rem]:hidden max-md:aspect-auto max-md:self-stretch md:aspect-[4/3] md:rounded-xl">
      <source
        type="image/avif"
        srcSet="/pictures/hero-400.avif 400w, /pictures/hero-640.avif 640w, /pictures/hero-1200.avif 1200w"
        sizes={SIZES}
      />
      <source
        type="image/webp"
        srcSet="/pictures/hero-400.webp 400w, /pictures/hero-640.webp 640w, /pictures/hero-1200.webp 1200w"
        sizes={SIZES}
      />
      <img
        src="/pictures/hero-640.jpg"
        alt="Ciment, réservoir, échelle, panneau solaire, perceuse, peinture et boîte à outils"
        width={640}
        height={480}
        fetchPriority="high"
        decoding="async"
      />
    </picture>
  );
}
