/** The choice of a carrier. */
import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#app/components/ui/forms/field.tsx";
import type { Carrier } from "./carriers.queries.ts";

interface CarrierFieldProps {
  carriers: readonly Carrier[];
  registration: UseFormRegisterReturn;
  error: string | undefined;
}

export function CarrierField({ carriers, registration, error }: CarrierFieldProps) {
  return (
    <Field label="Transporteur" error={error}>
      {(control) => (
        <select {...control} {...registration}>
          {carriers.length !== 1 && <option value="">Choisir</option>}
          {carriers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
