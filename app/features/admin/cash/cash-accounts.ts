/** The French names of the accounts of the cash book. */
import { CASH_ACCOUNT_VALUES, type CashAccount } from "#app/lib/supabase/database.types.ts";

export const ACCOUNT_LABELS: Readonly<Record<CashAccount, string>> = {
  drawer: "Tiroir-caisse",
  courier: "Livreurs",
  carrier: "Transporteurs",
  bank: "Banque",
  mobile_money: "Mobile money",
  expense: "Dépenses",
  difference: "Écarts de caisse",
  order: "Commandes",
  credit: "Avoirs",
  unrecorded: "Hors du livre",
};

export const isCashAccount = (text: string | null): text is CashAccount =>
  CASH_ACCOUNT_VALUES.some((value) => value === text);

/** The accounts between which staff move money by hand. */
export const OWN_ACCOUNTS = ["drawer", "bank", "mobile_money", "expense", "unrecorded"] as const;
