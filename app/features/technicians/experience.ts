/** The years of experience as text: «1 an», else «N ans»; «Non spécifié» for null. */
export function formatExperience(years: number | null): string {
  if (years === null) return "Non spécifié";
  return years === 1 ? "1 an" : `${years} ans`;
}
