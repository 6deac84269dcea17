/** What a template makes and a transport takes. */

export interface Letter {
  subject: string;
  html: string;
  text: string;
  /** Who gets the answer; the shop, where nobody is named. */
  replyTo?: Mailbox;
}

export interface Mailbox {
  name: string;
  address: string;
}

/** What every letter shows of the shop. */
export interface Shop {
  name: string;
  email: string;
  phone: string;
  address: string;
  /** The shop's public address, without a slash at the end. */
  siteUrl: string;
}
