/** An inline message, for texts that need more reading time than a toast gives. */

const variants = {
  info: "border-border bg-white",
  warning: "border-warning bg-warning-soft",
  error: "border-danger bg-white text-danger",
};

export function Notice({
  variant,
  children,
  className = "",
  ...rest
}: { variant: keyof typeof variants } & React.ComponentProps<"div">) {
  return (
    <div {...rest} className={`rounded-md border px-4 py-3 text-sm ${variants[variant]} ${className}`}>
      {children}
    </div>
  );
}
