/** The choice of a role, each with a sentence about what it may do. */
import type { UseFormRegisterReturn } from "react-hook-form";
import { STAFF_ROLES } from "#app/features/admin/shared/labels/staff-roles.ts";

/** `registration` is the field's, of a form with a role. */
export function RoleField({ registration }: { registration: UseFormRegisterReturn }) {
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-medium">Rôle</legend>
      {STAFF_ROLES.map(({ value, label, description }) => (
        <label
          key={value}
          className="flex min-h-11 cursor-pointer items-start gap-3 rounded-md border border-border px-3 py-2 has-checked:border-brand has-checked:bg-brand-soft"
        >
          <input
            type="radio"
            value={value}
            className="mt-0.5 size-5 shrink-0 accent-brand"
            {...registration}
          />
          <span className="min-w-0 text-sm">
            <span className="block font-medium">{label}</span>
            <span className="block text-muted">{description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
