/** The cart icon, inlined: it is on every page, twice, and on every card. */
export function CartIcon({ size = 24 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M7.7 20.5a1.3 1.3 0 1 0 2.6 0 1.3 1.3 0 1 0-2.6 0M16.2 20.5a1.3 1.3 0 1 0 2.6 0 1.3 1.3 0 1 0-2.6 0M2 3h2.6l2.7 12.4a1.6 1.6 0 0 0 1.6 1.3h8.4a1.6 1.6 0 0 0 1.6-1.2L21 7.5H5.6" />
    </svg>
  );
}
