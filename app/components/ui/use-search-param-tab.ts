/**
 * The selected tab, stored in the URL as `?tab=`, so that it can be linked to and survives a reload and the
 * back button. The first tab is the URL without the parameter.
 */
import { useSearchParams } from "react-router";

interface SearchParamTab<Key> {
  key: Key;
  label: string;
}

/** The selected key, and its setter. */
export function useSearchParamTab<Key extends string>(
  tabs: readonly [SearchParamTab<Key>, ...SearchParamTab<Key>[]],
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
