/** The shop's own data, loaded once by the frame and handed to whatever stands in it. */
import { createContext, useContext } from "react";
import type { Database } from "../../lib/database.types.ts";

export type ShopSettings = Pick<
  Database["public"]["Tables"]["shop_settings"]["Row"],
  | "shop_name"
  | "address"
  | "phone"
  | "whatsapp"
  | "email"
  | "shipping_fee"
  | "offers_banner"
  | "low_stock_threshold"
>;

/** What a page shows while the settings cannot be read: nothing invented, so no way to reach the shop either. */
export const unknownShop: ShopSettings = {
  shop_name: "Yaaré",
  address: "",
  phone: "",
  whatsapp: "",
  email: "",
  shipping_fee: 2000,
  offers_banner: "Jusqu'à 30% de réduction",
  low_stock_threshold: 5,
};

const ShopContext = createContext(unknownShop);

export const ShopProvider = ShopContext.Provider;

export function useShop(): ShopSettings {
  return useContext(ShopContext);
}
