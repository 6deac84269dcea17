/** What is said once a review has arrived, whether it shows already or not. */
import { toast } from "../../components/ui/toast/toast.ts";
import type { Publication } from "./review.mutations.ts";

export function thankForReview(publication: Publication): void {
  toast({
    title: "Merci !",
    description: "Votre avis a été soumis avec succès.",
    ...(publication === "waiting" && { note: "Il apparaîtra après modération." }),
  });
}
