import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Partners' articles and their addresses. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, exact, text, longText } = columnTypes(connection)
  await createTable(connection, 'articles', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('community_id', id).notNullable()
    table.specificType('url', exact(2000)).notNullable()
    table.specificType('title', text(800)).notNullable().defaultTo('')
    /** JSON of the image, or null. */
    table.specificType('image', longText).nullable()
    table.specificType('post_id', id).notNullable().defaultTo('').index('articles_post')
    table.bigInteger('created_at').notNullable()
  })
  await createTable(connection, 'article_aliases', (table) => {
    table.specificType('community_id', id).notNullable()
    /** Hash of the article's own id or canonical address. */
    table.specificType('alias_hash', key(64)).notNullable()
    table.specificType('alias', exact(2000)).notNullable()
    table.specificType('article_id', id).notNullable().index('article_aliases_article')
    /** 1: confirmed by the article's own page or an operator. */
    table.integer('is_confirmed').notNullable().defaultTo(0)
    table.primary(['community_id', 'alias_hash'])
  })
  await createTable(connection, 'article_claims', (table) => {
    table.specificType('article_id', id).notNullable()
    table.specificType('alias_hash', key(64)).notNullable()
    table.specificType('community_id', id).notNullable()
    table.specificType('alias', exact(2000)).notNullable()
    /** Address of the page that was read. */
    table.specificType('url', exact(2000)).notNullable()
    /** `refused`, `unconfirmed`, `taken` or `apart`. */
    table.specificType('verdict', key(12)).notNullable()
    table.bigInteger('seen_at').notNullable().index('article_claims_old')
    table.primary(['article_id', 'alias_hash'])
    table.index(['community_id', 'seen_at'], 'article_claims_seen')
  })
  await createTable(connection, 'article_merges', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('into_article_id', id).notNullable()
    /** JSON of the former article, with its aliases and its post's slugs. */
    table.specificType('merged', longText).notNullable()
    table.index(['into_article_id', 'id'], 'article_merges_into')
  })
}
