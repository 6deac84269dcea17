/** The reorder button, with its error beside it. */

import RotateCcw from "lucide-react/icons/rotate-ccw";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { OrderedLine } from "./reorder.ts";
import { useReorder } from "./use-reorder.ts";

export function ReorderButton({ lines }: { lines: readonly OrderedLine[] }) {
  const { reorder, error } = useReorder(lines);
  return (
    <>
      {error && (
        <Notice variant="error" role="alert" className="w-full">
          {error}
        </Notice>
      )}
      <Button variant="primary" className="grow" onClick={reorder}>
        <RotateCcw aria-hidden size={18} />
        Commander à nouveau
      </Button>
    </>
  );
}
