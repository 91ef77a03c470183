import type { Knex } from 'knex'

/** A person as the main one of their accounts. */
const person = (of: string) => `case when ${of}.forward_to = '' then ${of}.id else ${of}.forward_to end`

/** How many people follow somebody stands with the account: counting them anew took as long as there are followers. */
export async function up(connection: Knex): Promise<void> {
  if (!(await connection.schema.hasColumn('users', 'followers'))) {
    await connection.schema.alterTable('users', (table) => table.integer('followers').notNullable().defaultTo(0))
  }
  const counted: { person_id: string; followers: number }[] = await connection('follows as f')
    .join('users as u', 'u.id', 'f.follower_id')
    .join('users as p', 'p.id', 'f.followed_id')
    .whereRaw(`${person('u')} <> ${person('p')}`)
    .groupBy('person_id')
    .select({
      person_id: connection.raw(person('p')),
      followers: connection.raw(`count(distinct ${person('u')})`),
    })
  for (const { person_id: id, followers } of counted) await connection('users').where({ id }).update({ followers })
}
