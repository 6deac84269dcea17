/** Creates or edits a testimonial. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { ImageUrlField } from "#app/components/admin/image-url-field.tsx";
import { BROKEN_IMAGE_MESSAGE, useImageCheck } from "#app/components/admin/use-image-check.ts";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useImageUpload } from "#app/features/admin/shared/images/use-image-upload.tsx";
import { diffFields } from "#app/features/admin/shared/mutations/diff-fields.ts";
import { useRowForm } from "#app/features/admin/shared/mutations/use-row-form.tsx";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { getTestimonialToast, mutateTestimonial, reportTestimonialFailure } from "./mutate-testimonial.ts";
import { RatingSlider } from "./rating-slider.tsx";
import {
  RATING_RANGE,
  type TestimonialInput,
  type TestimonialValues,
  testimonialSchema,
} from "./testimonial.schema.ts";
import { createTestimonial, updateTestimonial } from "./testimonials.mutations.ts";
import { findTestimonial, type Testimonial } from "./testimonials.queries.ts";

interface TestimonialDialogProps {
  /** Null for a new testimonial. */
  testimonial: Testimonial | null;
  onClose(): void;
  /** Called after a successful save; the dialog stays busy until it resolves. */
  onSaved(): Promise<void>;
}

const EMPTY = { name: "", role: null, content: "", rating: RATING_RANGE.max, avatar: null };

export function TestimonialDialog({ testimonial, onClose, onSaved }: TestimonialDialogProps) {
  const [newId] = useState(randomId);
  const id = testimonial?.id ?? newId;
  const kind = testimonial ? "edit" : "add";
  const form = useForm({
    resolver: zodResolver(testimonialSchema),
    defaultValues: toTestimonialInput(testimonial ?? EMPTY),
  });
  const { register, control, setValue, formState } = form;
  const { errors } = formState;
  const [rating, avatar] = useWatch({ control, name: ["rating", "avatar"] });
  const avatarState = useImageCheck(avatar);
  const upload = useImageUpload(id, "Envoyer une photo", (url) =>
    setValue("avatar", url, { shouldDirty: true, shouldValidate: true }),
  );
  const dialog = useRowForm<TestimonialInput, TestimonialValues, Testimonial>({
    form,
    row: testimonial,
    toInput: toTestimonialInput,
    diff: diffTestimonials,
    write: (values, base) =>
      mutateTestimonial(kind, (client) =>
        base === null ? createTestimonial(client, id, values) : updateTestimonial(client, id, values, base),
      ),
    find: () => findTestimonial(getSupabase(), id),
    entity: "testimonial",
    subject: "ce témoignage",
    reportFailure: (error) => ({ message: reportTestimonialFailure(kind, error) }),
    onSaved: async () => {
      toast(getTestimonialToast(kind));
      await onSaved();
    },
  });

  return (
    <EditDialog
      title={testimonial ? "Modifier le témoignage" : "Nouveau témoignage"}
      {...dialog}
      disabled={upload.isUploading}
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
      {upload.field}
    </EditDialog>
  );
}

const toTestimonialInput = ({
  name,
  role,
  content,
  rating,
  avatar,
}: TestimonialValues): TestimonialInput => ({
  name,
  role: role ?? "",
  content,
  rating,
  avatar: avatar ?? "",
});

const diffTestimonials = (before: TestimonialValues, now: TestimonialValues) =>
  diffFields(
    [
      ["name", "Nom"],
      ["role", "Rôle"],
      ["rating", "Note"],
      ["content", "Témoignage"],
      ["avatar", "Photo"],
    ],
    before,
    now,
  );
