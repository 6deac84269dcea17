/** The products of one test, which a word in their names tells from all others. */
import type { Sql } from "../../backend/core/database.ts";
import { type AddedProduct, addProduct, type NewProduct, newWord } from "./products.ts";

export class OwnGoods {
  /** A word that stands in the names of these goods only: searching it finds them all. */
  readonly word = newWord();
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** `name` goes before the word. */
  async add({ name = "Article", ...values }: NewProduct): Promise<AddedProduct> {
    return addProduct(this.#sql, { name: `${name} ${this.word}`, ...values });
  }

  async remove(): Promise<void> {
    await this.#sql`delete from products where name like ${`%${this.word}`}`;
  }
}
