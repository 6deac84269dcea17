/** The profile of a customer, as the forms know it. */
export interface Profile {
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  postal_code: string | null;
}

export const PROFILE_COLUMNS = "first_name,last_name,phone,address,city,postal_code";
