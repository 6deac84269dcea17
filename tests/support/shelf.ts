/** Products of one test, which a word at the end of their names tells from all others. */
import type { Sql } from "../../backend/core/database.ts";
import { type AddedProduct, addProduct, type NewProduct, newWord } from "./products.ts";

interface ShelfRow {
  name: string;
  price: number;
  old_price: number | null;
  stock: number;
  is_new: boolean;
}

export class Shelf {
  readonly word = newWord();
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** `name` goes before the word; the products are old enough to stay off the first pages. */
  async add(...products: (NewProduct & { name: string })[]): Promise<AddedProduct[]> {
    const added = [];
    for (const { name, ...values } of products) {
      const product = { stock: 20, created_at: "2001-01-01", ...values, name: `${name} ${this.word}` };
      added.push(await addProduct(this.#sql, product));
    }
    return added;
  }

  /** What the database holds of them, by name. */
  async rows(): Promise<ShelfRow[]> {
    const rows = await this.#sql<ShelfRow[]>`
      select name, price, old_price, stock, is_new from products where name like ${`%${this.word}`} order by name`;
    return [...rows];
  }

  async remove(): Promise<void> {
    await this.#sql`delete from products where name like ${`%${this.word}`}`;
  }
}
