/** Creates or edits a testimonial. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { ImageUrlField } from "#app/components/admin/image-url-field.tsx";
import { BROKEN_IMAGE_MESSAGE, useImageCheck } from "#app/components/admin/use-image-check.ts";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { randomId } from "#app/lib/random-id.ts";
import { mutateTestimonial } from "./mutate-testimonial.ts";
import { RatingSlider } from "./rating-slider.tsx";
import { RATING_RANGE, testimonialSchema } from "./testimonial.schema.ts";
import { createTestimonial, updateTestimonial } from "./testimonials.mutations.ts";
import type { Testimonial } from "./testimonials.queries.ts";

interface TestimonialDialogProps {
  /** Null for a new testimonial. */
  testimonial: Testimonial | null;
  onClose(): void;
  /** Called after a successful save; the dialog stays busy until it resolves. */
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
      rating: testimonial?.rating ?? RATING_RANGE.max,
      avatar: testimonial?.avatar ?? "",
    },
  });
  const { errors, isSubmitting } = formState;
  const [rating, avatar] = useWatch({ control, name: ["rating", "avatar"] });
  const avatarState = useImageCheck(avatar);

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    const failed = testimonial
      ? await mutateTestimonial("edit", (client) => updateTestimonial(client, testimonial.id, values))
      : await mutateTestimonial("add", (client) => createTestimonial(client, newId, values));
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
      <ImageUrlField
        label="Photo"
        optional
        url={avatar}
        state={avatarState}
        shape="rounded-full"
        hint={avatarState === "broken" ? BROKEN_IMAGE_MESSAGE : undefined}
        error={errors.avatar?.message}
        {...register("avatar")}
      />
    </EditDialog>
  );
}
