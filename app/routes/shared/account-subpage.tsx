/** The frame of the pages below the account, and what they show while they load. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";

interface AccountSubpageProps {
  title: string;
  children: ReactNode;
}

export function AccountSubpage({ title, children }: AccountSubpageProps) {
  return (
    <div className="page py-6 md:py-10">
      <div className="mx-auto grid max-w-200 gap-6">
        <div className="grid gap-1">
          <Link
            to="/account"
            className="link -my-2 inline-flex min-h-11 items-center justify-self-start text-sm"
          >
            Mon compte
          </Link>
          <h1 className="text-3xl">{title}</h1>
        </div>
        {children}
      </div>
    </div>
  );
}

/** Two panels that are loading. */
export function AccountSubpageSkeleton() {
  return (
    <>
      <NoScriptNotice />
      <div role="status" aria-label="Chargement" className="grid gap-6">
        <div className="skeleton h-48 rounded-card" />
        <div className="skeleton h-48 rounded-card" />
      </div>
    </>
  );
}
