/** The toast after a review was sent, whether it is published or pending moderation. */
import { toast } from "#app/components/ui/toast/toast.ts";
import type { PublicationStatus } from "./review.mutations.ts";

export function showReviewConfirmation(status: PublicationStatus): void {
  toast({
    title: "Merci !",
    description: "Votre avis a été soumis avec succès.",
    ...(status === "pending" && { note: "Il apparaîtra après modération." }),
  });
}
