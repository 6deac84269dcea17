/** Stands in until the screen is written. */
export default function Page() {
  return <h1>cart</h1>;
}
