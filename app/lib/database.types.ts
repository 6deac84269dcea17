/** Provisional shape of the public schema, replaced by the generated one. */
interface Table<Row> {
  Row: Row;
  Insert: Partial<Row>;
  Update: Partial<Row>;
}
type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];
export type Database = {
  public: {
    Tables: {
      categories: Table<{ id: string; name: string; slug: string; image: string | null }> & { Relationships: [] };
      products: Table<{
        id: string;
        name: string;
        slug: string;
        description: string | null;
        price: number;
        old_price: number | null;
        image: string | null;
        rating: number;
        review_count: number;
        is_new: boolean;
        discount: number | null;
        stock: number;
        category_id: string | null;
        reference: string | null;
        is_featured: boolean;
        features: string[];
        specifications: Json;
        more_info_url: string | null;
        created_at: string;
        updated_at: string;
      }> & {
        Relationships: [
          {
            foreignKeyName: "products_category_id_fkey";
            columns: ["category_id"];
            isOneToOne: false;
            referencedRelation: "categories";
            referencedColumns: ["id"];
          },
        ];
      };
      product_images: Table<{
        id: string;
        product_id: string;
        image_url: string;
        is_primary: boolean;
        display_order: number;
      }> & {
        Relationships: [
          {
            foreignKeyName: "product_images_product_id_fkey";
            columns: ["product_id"];
            isOneToOne: false;
            referencedRelation: "products";
            referencedColumns: ["id"];
          },
        ];
      };
      testimonials: Table<{
        id: string;
        name: string;
        avatar: string | null;
        role: string | null;
        rating: number;
        content: string;
        created_at: string;
      }> & { Relationships: [] };
      brands: Table<{ id: string; name: string; logo: string | null; updated_at: string }> & { Relationships: [] };
      product_reviews: Table<{
        id: string;
        product_id: string;
        rating: number;
        title: string | null;
        comment: string;
        name: string;
        email: string;
        is_verified: boolean;
        is_published: boolean;
        created_at: string;
        user_id: string | null;
        order_id: string | null;
      }> & { Relationships: [] };
      shop_settings: Table<{
        id: boolean;
        shop_name: string;
        address: string;
        phone: string;
        whatsapp: string;
        email: string;
        shipping_fee: number;
        offers_banner: string;
        low_stock_threshold: number;
        updated_at: string;
      }> & { Relationships: [] };
    };
    Views: { [name in never]: never };
    Functions: { [name in never]: never };
  };
};
