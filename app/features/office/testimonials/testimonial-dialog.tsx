/** Makes a testimonial or changes one. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { EditDialog } from "../../../components/office/edit-dialog.tsx";
import { PictureField } from "../../../components/office/picture-field.tsx";
import { BROKEN_PICTURE, usePictureCheck } from "../../../components/office/use-picture-check.ts";
import { TextAreaField, TextField } from "../../../components/ui/field.tsx";
import { randomId } from "../../../lib/random-id.ts";
import { changeTestimonial } from "./change-testimonial.ts";
import { RatingSlider } from "./rating-slider.tsx";
import { RATING, testimonialSchema } from "./testimonial.schema.ts";
import { createTestimonial, updateTestimonial } from "./testimonials.mutations.ts";
import type { Testimonial } from "./testimonials.queries.ts";

interface TestimonialDialogProps {
  /** Null for a new one. */
  testimonial: Testimonial | null;
  onClose(): void;
  /** After it was saved; the dialog stays busy until it is done. */
  onSaved(): Promise<void>;
}

export function TestimonialDialog({ testimonial, onClose, onSaved }: TestimonialDialogProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [newId] = useState(randomId);
  const { register, handleSubmit, control, formState } = useForm({
    resolver: zodResolver(testimonialSchema),
    defaultValues: {
      name: testimonial?.name ?? "",
      role: testimonial?.role ?? "",
      content: testimonial?.content ?? "",
      rating: testimonial?.rating ?? RATING.max,
      avatar: testimonial?.avatar ?? "",
    },
  });
  const { errors, isSubmitting } = formState;
  const [rating, avatar] = useWatch({ control, name: ["rating", "avatar"] });
  const picture = usePictureCheck(avatar);

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    const failed = testimonial
      ? await changeTestimonial("edit", (client) => updateTestimonial(client, testimonial.id, values))
      : await changeTestimonial("add", (client) => createTestimonial(client, newId, values));
    if (failed) setFailure(failed);
    else await onSaved();
  });

  return (
    <EditDialog
      title={testimonial ? "Modifier le témoignage" : "Nouveau témoignage"}
      failure={failure}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Nom" autoComplete="off" error={errors.name?.message} {...register("name")} />
        <TextField
          label="Rôle"
          optional
          autoComplete="off"
          placeholder="Maçon à Bobo-Dioulasso"
          error={errors.role?.message}
          {...register("role")}
        />
      </div>
      <RatingSlider label="Note" rating={rating} {...register("rating", { valueAsNumber: true })} />
      <TextAreaField label="Témoignage" rows={4} error={errors.content?.message} {...register("content")} />
      <PictureField
        label="Photo"
        optional
        url={avatar}
        state={picture}
        shape="rounded-full"
        hint={picture === "broken" ? BROKEN_PICTURE : undefined}
        error={errors.avatar?.message}
        {...register("avatar")}
      />
    </EditDialog>
  );
}
