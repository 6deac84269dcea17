/** A short message inside a page, where a toast would be gone before it is understood. */

const tones = {
  info: "border-line bg-white",
  warning: "border-sun bg-sun-soft",
  error: "border-danger bg-white text-danger",
};

export function Notice({
  tone,
  children,
  className = "",
  ...rest
}: { tone: keyof typeof tones } & React.ComponentProps<"div">) {
  return (
    <div {...rest} className={`rounded-md border px-4 py-3 text-sm ${tones[tone]} ${className}`}>
      {children}
    </div>
  );
}
