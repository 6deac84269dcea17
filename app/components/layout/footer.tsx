/**
 * The footer of every page: who the shop is and how to reach it. Buyers check this before they trust a shop.
 * On a phone its lists of links are folded.
 */
import type { FooterProps } from "./footer-content.tsx";
import { StaticLinks } from "./static-links.tsx";

const serverModule = import.meta.env.SSR ? await import("./footer-content.tsx") : null;

export function Footer(shop: FooterProps) {
  return (
    <footer className="mt-10 bg-foreground pb-20 text-white md:mt-16 md:pb-0">
      <StaticLinks id="footer" input={[serverModule?.FooterContent, shop]}>
        {() => serverModule && <serverModule.FooterContent {...shop} />}
      </StaticLinks>
    </footer>
  );
}
