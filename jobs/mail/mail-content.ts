/** The content of a mail: rendered by a template and sent by a transport. */

export interface MailContent {
  subject: string;
  html: string;
  text: string;
  /** The recipient of replies; the shop by default. */
  replyTo?: Mailbox;
}

export interface Mailbox {
  name: string;
  address: string;
}

/** The properties of the shop that every mail shows. */
export interface Shop {
  name: string;
  email: string;
  phone: string;
  address: string;
  /** The shop's public URL, without a slash at the end. */
  siteUrl: string;
}
