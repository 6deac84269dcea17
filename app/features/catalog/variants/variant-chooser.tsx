/**
 * The choice among the variants of a product. Each choice is a link to the page of the variant, so it works without
 * script; with script nothing is loaded again while all variants are there. Many choices are a list in a form.
 */

import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import { Link, useNavigate } from "react-router";
import { Button } from "#app/components/ui/button.tsx";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import { formatNumber } from "#app/lib/format/numbers.ts";
import {
  type Choice,
  listChoices,
  type OptionChoices,
  type ProductVariant,
  type ProductVariants,
  VARIANT_PARAM,
} from "./variant-choice.ts";

/** More choices than these are a list instead of buttons. */
const MAX_BUTTONS = 12;

const CHOICE_CLASS =
  "relative flex min-h-11 min-w-11 items-center justify-center rounded-lg border px-3 text-sm font-semibold tabular-nums";
const STATE_CLASSES: Record<Choice["state"], string> = {
  chosen: "border-foreground bg-foreground text-white",
  available: "border-border-strong bg-white hover:border-foreground",
  "sold-out": "border-border-strong bg-white text-muted line-through hover:border-foreground",
  other: "border-dashed border-border-strong bg-white text-muted line-through hover:border-foreground",
  none: "border-dashed border-border bg-white text-muted line-through",
};

interface VariantChooserProps {
  variants: ProductVariants;
  chosen: ProductVariant;
  /** Whether the address asks for a variant that does not exist. */
  isUnknown: boolean;
}

export function VariantChooser({ variants, chosen, isUnknown }: VariantChooserProps) {
  const { isComplete, totals } = variants;
  return (
    <div className="mt-4 grid gap-4">
      {isUnknown && <p className="text-sm">Ce choix n'existe pas ou n'existe plus. Voici les autres.</p>}
      {listChoices(variants, chosen).map((option, index) => {
        const total = totals[index] ?? 0;
        return total > MAX_BUTTONS ? (
          <ChoiceList key={option.name} option={option} total={total} revalidates={!isComplete} />
        ) : (
          <ChoiceButtons key={option.name} option={option} revalidates={!isComplete} />
        );
      })}
    </div>
  );
}

interface OptionProps {
  option: OptionChoices;
  /** Whether the choice needs data that the page does not have. */
  revalidates: boolean;
}

function ChoiceButtons({ option: { name, chosen, choices }, revalidates }: OptionProps) {
  const labelId = useId();
  // Without script every choice is reached by the tabulator, and with it the group is, as radio buttons are.
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  return (
    <div role="radiogroup" aria-labelledby={labelId} tabIndex={-1} onKeyDown={moveByKey}>
      <OptionName id={labelId} name={name} chosen={chosen} />
      <div className="mt-1.5 flex flex-wrap gap-2">
        {choices.map(({ label, state, key }) =>
          key === null ? (
            <span key={label} className={`${CHOICE_CLASS} ${STATE_CLASSES.none}`}>
              {label}
              <span className="sr-only">, n'existe pas</span>
            </span>
          ) : (
            <Link
              key={label}
              role="radio"
              aria-checked={state === "chosen"}
              tabIndex={hasScript && state !== "chosen" ? -1 : undefined}
              to={`?${VARIANT_PARAM}=${key}`}
              replace
              preventScrollReset
              defaultShouldRevalidate={revalidates}
              className={`${CHOICE_CLASS} ${STATE_CLASSES[state]}`}
            >
              {label}
              <StateText state={state} />
            </Link>
          ),
        )}
      </div>
    </div>
  );
}

/** As radio buttons: an arrow key chooses the next one, and the space bar the one that has the focus. */
function moveByKey(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll("a")];
  const index = links.indexOf(document.activeElement as HTMLAnchorElement);
  const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, " ": 0 };
  const step = steps[event.key];
  if (index === -1 || step === undefined) return;
  event.preventDefault();
  const next = links[(index + step + links.length) % links.length];
  next?.focus();
  next?.click();
}

function ChoiceList({ option, total, revalidates }: OptionProps & { total: number }) {
  const { name, chosen, choices } = option;
  const navigate = useNavigate();
  const selectId = useId();
  const key = choices.find(({ state }) => state === "chosen")?.key ?? "";
  const choose = (next: string) =>
    navigate(`?${VARIANT_PARAM}=${next}`, {
      replace: true,
      preventScrollReset: true,
      defaultShouldRevalidate: revalidates,
    });
  return (
    <div className="grid gap-2">
      <form method="get" className="grid gap-1.5">
        <label htmlFor={selectId}>
          <OptionName name={name} chosen={chosen} />
        </label>
        <select
          id={selectId}
          name={VARIANT_PARAM}
          className="field"
          value={key}
          onChange={({ target }) => void choose(target.value)}
        >
          {choices.map(({ label, state, key: choiceKey }) =>
            choiceKey === null ? null : (
              <option key={label} value={choiceKey}>
                {label}
                {STATE_TEXTS[state] && ` (${STATE_TEXTS[state]})`}
              </option>
            ),
          )}
        </select>
        <noscript>
          <button type="submit" className="link min-h-11">
            Choisir
          </button>
        </noscript>
      </form>
      {total > choices.length && (
        <form method="get" className="flex items-end gap-2">
          <label className="grid grow gap-1 text-sm">
            Chercher parmi {formatNumber(total)} choix
            <input name={VARIANT_PARAM} type="search" autoComplete="off" maxLength={60} className="field" />
          </label>
          <Button variant="outline" type="submit">
            Chercher
          </Button>
        </form>
      )}
    </div>
  );
}

function OptionName({ id, name, chosen }: { id?: string; name: string; chosen: string }): ReactNode {
  return (
    <span id={id} className="text-sm">
      <span className="font-semibold">{name}</span>
      <span className="text-muted">
        &nbsp;: <UnbrokenNumbers text={chosen} />
      </span>
    </span>
  );
}

const STATE_TEXTS: Partial<Record<Choice["state"], string>> = {
  "sold-out": "rupture de stock",
  other: "n'existe pas avec les autres choix",
};

function StateText({ state }: { state: Choice["state"] }) {
  const text = STATE_TEXTS[state];
  return text && <span className="sr-only">, {text}</span>;
}
