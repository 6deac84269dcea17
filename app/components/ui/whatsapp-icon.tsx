/** A speech bubble with a handset, drawn for the shop: the icon set does not contain the brand's logo. */
export function WhatsappIcon() {
  return (
    <svg
      aria-hidden="true"
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M12 3a9 9 0 0 0-7.7 13.6L3 21l4.5-1.2A9 9 0 1 0 12 3z" strokeLinejoin="round" />
      <path
        d="M8.7 7.8c.5-.6 1.3-.4 1.6.3l.5 1.2c.2.4.1.8-.2 1.1l-.5.5c.6 1.2 1.4 2 2.7 2.7l.5-.6c.3-.3.700-.4 1.1-.2l1.2.600c.6.300.8 1 .3 1.5-.6.8-1.5 1.2-2.4 1-3-.6-5.2-2.8-5.8-5.8-.2-.9.3-1.7 1-2.3z"
        fill="currentColor"
        stroke="none"
      />
    </svg>
  );
}
