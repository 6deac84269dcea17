import { Link } from "react-router";

/** The number of an order in a list, which leads to the order. */
export function OrderLink({ number }: { number: string }) {
  return (
    <Link
      to={`/admin/orders?search=${number}`}
      className="inline-flex min-h-11 items-center whitespace-nowrap hover:underline md:min-h-0"
    >
      {number}
    </Link>
  );
}
