/** The second step of a sign-in, with its title and the way back to another account. */
import { CodeForm } from "./code-form.tsx";

interface SignInCodeProps {
  /** When it is not enough to watch the session. */
  onPresented?(): Promise<void> | void;
  onCancel(): Promise<void>;
}

export function SignInCode({ onPresented, onCancel }: SignInCodeProps) {
  return (
    <section aria-labelledby="second-factor" className="grid gap-4">
      <h2 id="second-factor" className="text-xl">
        Vérification en deux étapes
      </h2>
      <CodeForm action="Se connecter" {...(onPresented && { onPresented })} />
      <button
        type="button"
        className="link -my-2 min-h-11 justify-self-center text-sm"
        onClick={() => void onCancel()}
      >
        Se connecter avec un autre compte
      </button>
    </section>
  );
}
