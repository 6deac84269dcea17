/**
 * The account control of the header. Until the session is known it reads «Chargement...», and already leads to
 * the sign-in page, which sends on whoever is signed in. The menu opens by pointing, by focus from the keyboard
 * and by touch, and closes by Escape or by leaving it.
 */
import { useId, useRef, useState } from "react";
import { Link } from "react-router";
import { useAuth } from "./auth-provider.tsx";
import { accountName } from "./auth-state.ts";

const SIGN_IN = "/login?returnUrl=/account";
const control =
  "flex min-h-11 shrink-0 items-center gap-2 rounded-md px-2 font-medium whitespace-nowrap hover:bg-sand-deep max-sm:text-sm";

/** The same in every state, so that the header does not move when the session is known. */
const width = "min-w-27 justify-end sm:min-w-36";

export function AccountMenu() {
  const { status, user, signOut } = useAuth();
  const [open, setOpen] = useState(false);
  const menuId = useId();
  const button = useRef<HTMLButtonElement>(null);

  if (status !== "signed-in") {
    return (
      <Link to={SIGN_IN} className={`${control} ${width}`} aria-busy={status === "loading"}>
        <PersonIcon className="max-sm:hidden" />
        {status === "loading" ? "Chargement..." : "Connexion"}
      </Link>
    );
  }

  return (
    <nav
      aria-label="Compte"
      className="relative"
      onPointerEnter={(event) => event.pointerType === "mouse" && setOpen(true)}
      onPointerLeave={(event) => event.pointerType === "mouse" && setOpen(false)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        button.current?.focus();
        setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className={`${control} ${width}`}
        aria-expanded={open}
        aria-controls={menuId}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setOpen(true)}
        onClick={(event) => setOpen(isTouch(event) ? !open : true)}
      >
        <PersonIcon />
        <span className="max-w-24 truncate max-sm:max-w-18">{accountName(user?.email)}</span>
      </button>
      <ul
        id={menuId}
        hidden={!open}
        className="absolute top-full right-0 z-40 w-52 rounded-card border border-line bg-white p-2 shadow-float"
      >
        <li>
          <Link to="/account" className={control} onClick={() => setOpen(false)}>
            Mon compte
          </Link>
        </li>
        <li>
          <button
            type="button"
            className={`${control} w-full text-danger`}
            onClick={() => {
              setOpen(false);
              void signOut();
            }}
          >
            Déconnexion
          </button>
        </li>
      </ul>
    </nav>
  );
}

/** A mouse has opened the menu by pointing and a key by focusing: only a finger opens and closes by the click. */
function isTouch({ nativeEvent }: React.MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
}

function PersonIcon({ className = "" }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20.5c.9-3.8 3.8-5.8 7.5-5.8s6.6 2 7.5 5.8" />
    </svg>
  );
}
