/** The hero of the home page: what the shop sells, and that payment is on delivery. */

import { Link } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { CheckCircleIcon } from "#app/components/ui/icons.tsx";

/** Less than a high-density phone's 360 px: the 640 px file is enough there. */
const SIZES = "(max-width: 767px) 240px, 50vw";

const reasons = ["Payez à la livraison", "Livré partout au Burkina Faso", "Une équipe joignable 7j/7"];

export function Hero() {
  return (
    <section className="bg-brand-strong text-white">
      <div className="page grid items-center max-md:px-0 md:grid-cols-2 md:gap-8 md:py-6">
        <div className="order-last p-4 pt-5 pb-7 md:order-first md:p-0">
          <h1 className="text-3xl font-extrabold md:text-4xl xl:text-5xl">
            Tout pour construire, réparer et équiper
          </h1>
          <p className="mt-3 max-w-prose text-base md:text-lg">
            Outils, matériaux, plomberie, électricité et quincaillerie. Commandez en ligne, payez à la
            livraison.
          </p>
          <p className="mt-5 flex flex-wrap gap-3">
            <Link to="/products" className={buttonClass("accent", "px-4")}>
              Voir les produits
            </Link>
            <Link to="/promotions" className={buttonClass("inverse", "px-4")}>
              Les promotions
            </Link>
          </p>
          <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-1 text-sm">
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
    <picture className="image-frame aspect-[7/5] md:aspect-[4/3] md:rounded-xl">
      <source
        type="image/avif"
        srcSet="/pictures/hero-640.avif 640w, /pictures/hero-1200.avif 1200w"
        sizes={SIZES}
      />
      <source
        type="image/webp"
        srcSet="/pictures/hero-640.webp 640w, /pictures/hero-1200.webp 1200w"
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
