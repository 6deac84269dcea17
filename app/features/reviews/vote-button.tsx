/** The vote button «Utile»: one vote for each account or device, with an optimistic update. */
import { useState } from "react";
import { toastError } from "#app/components/ui/toast/toast.ts";
import type { Author } from "./author.ts";
import type { Review } from "./review.queries.ts";
import { createVoteStore } from "./vote-store.ts";

const voteStore = createVoteStore(() => window.localStorage);

interface VoteButtonProps {
  review: Pick<Review, "id" | "helpful_count">;
  author: Author;
  /** The element id of the review's title. */
  describedBy: string;
}

export function VoteButton({ review: { id, helpful_count }, author, describedBy }: VoteButtonProps) {
  const [votedCount, setVotedCount] = useState(() =>
    import.meta.env.SSR ? null : voteStore.countWithVote(id),
  );
  const count = Math.max(helpful_count, votedCount ?? 0);

  async function vote() {
    if (votedCount !== null) return;
    setVotedCount(helpful_count + 1);
    try {
      const isNew = await sendVote(id, author);
      const newCount = isNew ? helpful_count + 1 : Math.max(helpful_count, 1);
      voteStore.record(id, newCount);
      setVotedCount(newCount);
    } catch (error) {
      console.error("reviews: the vote could not be sent", error);
      setVotedCount(null);
      toastError("Impossible d'enregistrer votre vote. Veuillez réessayer.");
    }
  }

  return (
    <button
      type="button"
      className="mt-3 inline-flex min-h-11 items-center gap-2 rounded-md border px-3 text-sm font-semibold text-muted hover:bg-surface aria-pressed:border-success aria-pressed:bg-success-soft aria-pressed:text-success-strong"
      aria-pressed={votedCount !== null}
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

/** False when this account or device has voted for the review before. */
async function sendVote(reviewId: string, { user }: Author): Promise<boolean> {
  const [{ castVote }, { getSupabase, getAnonSupabase }] = await Promise.all([
    import("./review.mutations.ts"),
    import("#app/lib/supabase/supabase.client.ts"),
  ]);
  return user
    ? castVote(getSupabase(), reviewId, { user_id: user.id })
    : castVote(getAnonSupabase(), reviewId, { device_id: voteStore.deviceId() });
}
