/**
 * Buttons: `Button` for actions, `buttonClass` for links and labels that look the same. The styles are in
 * controls.css.
 */
import type { ComponentProps } from "react";

/** `inverse` is for dark surfaces. */
type ButtonVariant = "primary" | "outline" | "danger" | "accent" | "inverse" | "whatsapp";

export interface ButtonProps extends ComponentProps<"button"> {
  variant: ButtonVariant;
}

/** It submits a form only with `type="submit"`. */
export function Button({ variant, className, type = "button", ...button }: ButtonProps) {
  return <button {...button} type={type} className={buttonClass(variant, className)} />;
}

/** @param className utilities for the button's place in its layout */
export function buttonClass(variant: ButtonVariant, className?: string): string {
  return className ? `btn btn-${variant} ${className}` : `btn btn-${variant}`;
}
