/**
 * Which tab is chosen, kept in the address as `?tab=`, so that a link can lead to one, and a reload or the way back
 * finds it again. The first one is the address without it.
 */
import { useSearchParams } from "react-router";

interface AddressTab<Key> {
  key: Key;
  label: string;
}

/** The chosen key, and what chooses another. */
export function useAddressTab<Key extends string>(
  tabs: readonly [AddressTab<Key>, ...AddressTab<Key>[]],
): [Key, (key: Key) => void] {
  const [params, setParams] = useSearchParams();
  const [first] = tabs;
  const { key: current } = tabs.find(({ key }) => key === params.get("tab")) ?? first;

  function show(key: Key) {
    setParams(
      (old) => {
        if (key === first.key) old.delete("tab");
        else old.set("tab", key);
        return old;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return [current, show];
}
