/**
 * A password field with a button that shows the password: typing on a phone's keyboard is error-prone
 * otherwise.
 */
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { useState } from "react";
import { Field } from "./field.tsx";

interface PasswordFieldProps extends Omit<React.ComponentProps<"input">, "id" | "className" | "type"> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  autoComplete: "current-password" | "new-password";
}

export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="relative">
          <input
            {...input}
            {...control}
            className={`${control.className} pr-13`}
            type={shown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-muted hover:text-foreground"
            aria-label={shown ? "Masquer" : "Afficher"}
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            <Icon aria-hidden size={20} />
          </button>
        </span>
      )}
    </Field>
  );
}
