/** Stands in until the screen is written. */
export default function Page() {
  return <h1>login</h1>;
}
