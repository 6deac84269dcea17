/** Stands in until the screen is written. */
export default function Page() {
  return <h1>coming-soon</h1>;
}
