/** A speech bubble with a handset, drawn for the shop: the brand's own mark is not in the icon set. */
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
      <path d="M12 3a9 9 0 0 0-7.700 13.600L3 21l4.500-1.200A9 9 0 1 0 12 3z" strokeLinejoin="round" />
      <path
        d="M8.700 7.800c.5-.6 1.300-.4 1.600.3l.5 1.200c.2.400.1.800-.2 1.100l-.5.500c.6 1.200 1.400 2 2.700 2.700l.5-.600c.300-.300.700-.400 1.100-.200l1.200.600c.600.300.800 1 .3 1.500-.6.800-1.500 1.200-2.400 1-3-.6-5.200-2.800-5.800-5.800-.2-.900.3-1.700 1-2.300z"
        fill="currentColor"
        stroke="none"
      />
    </svg>
  );
}
