/** The columns of an order: a module of its own, since an inline script needs them without the parser of the rows. */
export const ORDER_COLUMNS =
  "id,number,status,created_at,updated_at,processing_at,completed_at,cancelled_at,items_count,total_amount,shipping_amount,customer_name,customer_phone,shipping_address,payment_info,notes,cancellation_reason,zone_name,pickup_point_name,delivery_day,delivery_half,discount_amount,credited_amount,paid_amount";
