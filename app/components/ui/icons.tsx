/**
 * The icons of the public pages: strokes on a 24 px grid, drawn here because the icon library's runtime would
 * weigh more than all of them. Every icon is decorative: it accompanies text or a control with an accessible
 * name.
 */

interface IconProps {
  /** In pixels; 20 by default. */
  size?: number;
  className?: string;
}

function icon(path: string) {
  return function Icon({ size = 20, className = "" }: IconProps) {
    return (
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        width={size}
        height={size}
        className={`stroke ${className}`}
      >
        <path d={path} />
      </svg>
    );
  };
}

export const ArrowOutIcon = icon("M9 5h10v10M19 5 6 18");
export const ArrowsBackIcon = icon("M4 5v5h5M4.6 10A8 8 0 1 1 4 14");
export const CartIcon = icon(
  "M7.7 20.5a1.3 1.3 0 1 0 2.6 0 1.3 1.3 0 1 0-2.6 0M16.2 20.5a1.3 1.3 0 1 0 2.6 0 1.3 1.3 0 1 0-2.6 0M2 3h2.6l2.7 12.4a1.6 1.6 0 0 0 1.6 1.3h8.4a1.6 1.6 0 0 0 1.6-1.2L21 7.5H5.6",
);
export const CheckIcon = icon("m5 12.5 4.5 4.5L19 7.5");
export const CheckCircleIcon = icon("M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM8 12.3l2.8 2.8L16 9.5");
export const ChevronLeftIcon = icon("m15 5-7 7 7 7");
export const ChevronRightIcon = icon("m9 5 7 7-7 7");
export const ClockIcon = icon("M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM12 7v5l3.5 2");
export const CloseIcon = icon("m6 6 12 12M18 6 6 18");
export const CoinsIcon = icon(
  "M14 9a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0ZM14.6 9.6A5.5 5.5 0 1 1 9.6 16M8.5 7.5v3",
);
export const FilterIcon = icon("M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5v5M8.5 14.5v5");
export const HeadsetIcon = icon(
  "M4 17v-5a8 8 0 0 1 16 0v5M4 13h2.5v6H5a1 1 0 0 1-1-1v-5Zm16 0h-2.5v6H19a1 1 0 0 0 1-1v-5Zm-1 6c0 1.5-1.5 2.5-4 2.5",
);
export const HeartIcon = icon("M12 20.5 4 12.3a4.9 4.9 0 0 1 8-5.5 4.9 4.9 0 0 1 8 5.5Z");
export const MailIcon = icon("M3.5 6h17v12.5h-17ZM4 7l8 6.5L20 7");
export const MenuIcon = icon("M4 6.5h16M4 12h16M4 17.5h16");
export const MinusIcon = icon("M5 12h14");
export const PauseIcon = icon("M9 5v14M15 5v14");
export const PersonIcon = icon(
  "M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM4.5 20.5c.9-3.8 3.8-5.8 7.5-5.8s6.6 2 7.5 5.8",
);
export const PhoneIcon = icon(
  "M5 4h4l1.5 5-2.3 1.5a12 12 0 0 0 5.3 5.3L15 13.5l5 1.5v4a1.5 1.5 0 0 1-1.6 1.5A16 16 0 0 1 3.5 5.6 1.5 1.5 0 0 1 5 4Z",
);
export const PinIcon = icon(
  "M12 21.5S4.5 15.3 4.5 10a7.5 7.5 0 0 1 15 0c0 5.3-7.5 11.5-7.5 11.5ZM14.5 10a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z",
);
export const PlayIcon = icon("M7.5 5v14L19 12Z");
export const PlusIcon = icon("M5 12h14M12 5v14");
export const SearchIcon = icon("M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM15.3 15.3 21 21");
export const SealIcon = icon(
  "m12 2.5 2.7 2 3.3-.2 1 3.2 2.7 1.9-1.1 3.1 1.1 3.1-2.7 1.9-1 3.2-3.3-.2-2.7 2-2.7-2-3.3.2-1-3.2-2.7-1.9 1.1-3.1-1.1-3.1L5 7.5l1-3.2 3.3.2ZM8.5 12.5l2.5 2.5 4.5-5",
);
export const ShieldIcon = icon(
  "M12 2.5 4.5 5.5V11c0 5 3.2 8.7 7.5 10.5 4.3-1.8 7.5-5.5 7.5-10.5V5.5ZM8.5 12l2.5 2.5 4.5-5",
);
export const TagIcon = icon("M3.5 3.5h8l9 9-8 8-9-9ZM8 7.9v.2");
export const TruckIcon = icon(
  "M5 17.5H2.5V5.5h12v12H9M14.5 9h4l3 4v4.5H19.5M9 17.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM19.5 17.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z",
);
