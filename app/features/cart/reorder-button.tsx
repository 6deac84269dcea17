/** Orders the same again, and says beside itself why it cannot. */
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { Notice } from "../../components/ui/notice.tsx";
import type { OrderedLine } from "./reorder.ts";
import { useReorder } from "./use-reorder.ts";

export function ReorderButton({ lines }: { lines: readonly OrderedLine[] }) {
  const { again, problem } = useReorder(lines);
  return (
    <>
      {problem && (
        <Notice tone="error" role="alert" className="w-full">
          {problem}
        </Notice>
      )}
      <button type="button" className="btn btn-primary grow" onClick={again}>
        <RotateCcw aria-hidden size={18} />
        Commander à nouveau
      </button>
    </>
  );
}
