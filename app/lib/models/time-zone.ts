/** The time zone of the shop: dates are the shop's, not those of the visitor's device. */
export const SHOP_TIME_ZONE = "Africa/Ouagadougou";
