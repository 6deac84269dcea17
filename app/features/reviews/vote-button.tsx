/** «Utile»: one vote of each account or device. It counts at once, and is taken back when it could not be sent. */
import { useState } from "react";
import { toastError } from "../../components/ui/toast/toast.ts";
import type { Author } from "./author.ts";
import type { Review } from "./review.queries.ts";
import { createVoteMemory } from "./review-votes.ts";

const memory = createVoteMemory(() => window.localStorage);

interface VoteButtonProps {
  review: Pick<Review, "id" | "helpful_count">;
  author: Author;
  /** Element id of what the vote is for. */
  describedBy: string;
}

export function VoteButton({ review: { id, helpful_count }, author, describedBy }: VoteButtonProps) {
  const [counted, setCounted] = useState(() => (import.meta.env.SSR ? null : memory.countWithVote(id)));
  const count = Math.max(helpful_count, counted ?? 0);

  async function vote() {
    if (counted !== null) return;
    setCounted(helpful_count + 1);
    try {
      const isNew = await sendVote(id, author);
      const seen = isNew ? helpful_count + 1 : Math.max(helpful_count, 1);
      memory.remember(id, seen);
      setCounted(seen);
    } catch (error) {
      console.error("reviews: the vote could not be sent", error);
      setCounted(null);
      toastError("Impossible d'enregistrer votre vote. Veuillez réessayer.");
    }
  }

  return (
    <button
      type="button"
      className="mt-3 inline-flex min-h-11 items-center gap-2 rounded-md border px-3 text-sm font-semibold text-ink-soft hover:bg-sand aria-pressed:border-leaf aria-pressed:bg-leaf-soft aria-pressed:text-leaf-deep"
      aria-pressed={counted !== null}
      aria-describedby={describedBy}
      onClick={() => void vote()}
    >
      <svg aria-hidden="true" className="stroke" width="18" height="18" viewBox="0 0 24 24">
        <path d="M7 11v9H3.5v-9ZM7 11l4-7.5c1.8 0 2.8 1.2 2.5 3L13 10h6a2 2 0 0 1 2 2.4l-1.3 6A2 2 0 0 1 17.8 20H7" />
      </svg>
      Utile{count > 0 && ` (${count})`}
    </button>
  );
}

/** False when this account or device has voted for it before. */
async function sendVote(reviewId: string, { user }: Author): Promise<boolean> {
  const [{ castVote }, { supabase, supabaseAsVisitor }] = await Promise.all([
    import("./review.mutations.ts"),
    import("../../lib/supabase.client.ts"),
  ]);
  return user
    ? castVote(supabase(), reviewId, { user_id: user.id })
    : castVote(supabaseAsVisitor(), reviewId, { device_id: memory.deviceId() });
}
