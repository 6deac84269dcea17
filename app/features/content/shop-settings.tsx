/** The shop's settings and their context, which the storefront's layout provides. */
import { createContext, useContext } from "react";
import type { Database } from "#app/lib/supabase/database.types.ts";

export type ShopSettings = Omit<Database["public"]["Tables"]["shop_settings"]["Row"], "id" | "updated_at">;

/**
 * The fallback while the settings cannot be loaded: without contact details, since made-up ones would
 * mislead.
 */
export const defaultShopSettings: ShopSettings = {
  shop_name: "Yaaré",
  address: "",
  phone: "",
  whatsapp: "",
  email: "",
  shipping_fee: 2000,
  offers_banner: "Jusqu'à 30% de réduction",
  low_stock_threshold: 5,
};

const ShopContext = createContext(defaultShopSettings);

export const ShopProvider = ShopContext.Provider;

/** The shop's settings; the fallback outside of the provider. */
export function useShop(): ShopSettings {
  return useContext(ShopContext);
}
