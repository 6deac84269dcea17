/** The first thing a visitor sees: what the shop sells, and that nothing is paid before it is delivered. */
import CircleCheck from "lucide-react/icons/circle-check";
import { Link } from "react-router";

const reasons = ["Payez à la livraison", "Livré partout au Burkina Faso", "Une équipe joignable 7j/7"];

export function Hero() {
  return (
    <section className="bg-laterite-deep text-white">
      <div className="mx-auto grid max-w-page items-center md:grid-cols-2">
        <div className="order-last p-4 pt-5 pb-7 md:order-first md:py-12">
          <h1 className="text-3xl font-extrabold md:text-4xl xl:text-5xl">
            Tout pour construire, réparer et équiper
          </h1>
          <p className="mt-3 max-w-prose text-base md:text-lg">
            Outils, matériaux, plomberie, électricité et quincaillerie. Commandez en ligne, payez à la
            livraison.
          </p>
          <p className="mt-5 grid grid-cols-2 gap-3 sm:flex">
            <Link to="/products" className="btn btn-sun">
              Voir les produits
            </Link>
            <Link to="/promotions" className="btn border-white text-white hover:bg-white/10">
              Les promotions
            </Link>
          </p>
          <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {reasons.map((reason) => (
              <li key={reason} className="flex items-center gap-2">
                <CircleCheck aria-hidden size={18} className="text-sun" />
                {reason}
              </li>
            ))}
          </ul>
        </div>
        <HeroPicture />
      </div>
    </section>
  );
}

function HeroPicture() {
  return <div className="aspect-[16/10]" />;
}
