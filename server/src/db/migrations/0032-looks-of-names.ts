import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

const BATCH = 500

/** What names look like, so that nobody is shown by the username of somebody else, and who has a made-up username. */
export async function up(connection: Knex): Promise<void> {
  const { key } = columnTypes(connection)
  if (!(await connection.schema.hasColumn('users', 'username_look'))) {
    await connection.schema.alterTable('users', (table) =>
      table.specificType('username_look', key(20)).notNullable().defaultTo('').index('users_username_look'),
    )
  }
  if (!(await connection.schema.hasColumn('users', 'shown_look'))) {
    await connection.schema.alterTable('users', (table) =>
      /** Of the name that is shown in place of the username; empty where none is, or where no username could look like it. */
      table.specificType('shown_look', key(20)).notNullable().defaultTo('').index('users_shown_look'),
    )
  }
  if (!(await connection.schema.hasColumn('users', 'has_made_up_name'))) {
    await connection.schema.alterTable('users', (table) =>
      /** 1: the username was made up, nobody has chosen one since, and that has not been suggested yet. */
      table.boolean('has_made_up_name').notNullable().defaultTo(false),
    )
  }
  for (let after = ''; ; ) {
    const rows: { id: string; username: string; profile_name: string; display_name: string }[] = await connection(
      'users',
    )
      .select('id', 'username', 'profile_name', 'display_name')
      .where({ username_look: '', deleted_at: 0 })
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
    for (const { id, username, profile_name, display_name } of rows) {
      const looks = { username_look: lookOf(username), shown_look: lookOf(profile_name || display_name) }
      await connection('users').where({ id }).update(looks)
    }
    if (rows.length < BATCH) break
    after = rows.at(-1)?.id ?? ''
  }
}

/** As the application had it when this was written. */
function lookOf(name: string): string {
  const latin = Array.from(name.normalize('NFKD'), (letter) => DRAWN_ALIKE.get(letter) ?? letter).join('')
  const letters = latin.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  if (!/^[a-z0-9]{1,20}$/.test(letters)) return ''
  const look = Array.from(letters, (letter) => SAME[letter] ?? letter).join('')
  return look.length > 4 ? look.replaceAll('rn', 'm').replaceAll('vv', 'w') : look
}

const SAME: Record<string, string> = { 0: 'o', 1: 'i', 2: 'z', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g', l: 'i' }
const DRAWN_ALIKE = new Map(
  Array.from('авсԁеɡһіјкӏмоорԛѕтѵԝхуАВСЕНІЈКМОРЅТХУαεικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', (letter, index) => [
    letter,
    'abcdeghijklmoopqstvwxyABCEHIJKMOPSTXYaeikvoptuxABEZHIKMNOPTYX'[index] ?? '',
  ]),
)
