/** The shop's settings and their context, which the storefront's layout provides. */
import { createContext, useContext } from "react";
import { DEFAULT_SHOP_NAME } from "#app/lib/default-shop-name.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

export type ShopSettings = Omit<Database["public"]["Tables"]["shop_settings"]["Row"], "id" | "updated_at">;

/**
 * The fallback while the settings cannot be loaded: without contact details, since made-up ones would
 * mislead.
 */
export const defaultShopSettings: ShopSettings = {
  shop_name: DEFAULT_SHOP_NAME,
  address: "",
  phone: "",
  whatsapp: "",
  email: "",
  shipping_fee: 2000,
  offers_banner: "Jusqu'à 30% de réduction",
  low_stock_threshold: 5,
  delivery_from: null,
  free_delivery_from: null,
};

/** The lowest fee of a delivery. It is the fee of every one in a shop without zones, where `isFlat` is true. */
export function getLowestFee({
  delivery_from,
  shipping_fee,
}: Pick<ShopSettings, "delivery_from" | "shipping_fee">): { fee: number; isFlat: boolean } {
  return { fee: Math.min(delivery_from ?? shipping_fee, shipping_fee), isFlat: delivery_from === null };
}

const ShopContext = createContext(defaultShopSettings);

export const ShopProvider = ShopContext.Provider;

/** The shop's settings; the fallback outside of the provider. */
export function useShop(): ShopSettings {
  return useContext(ShopContext);
}
