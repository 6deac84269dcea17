/** The link of an invitation into the staff, and the text that it goes out with: by text message, or in a chat. */

/** Letters of GSM only: one other letter makes a text message cost twice. */
export function formatInvitationText(shopName: string, link: string): string {
  return `${shopName} : rejoignez notre équipe. Lien personnel, valable 7 jours : ${link}`;
}

export function getInvitationPath(token: string): string {
  return `/admin/invitation?token=${token}`;
}
