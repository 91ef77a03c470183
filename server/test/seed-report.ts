import type { TestApp } from './harness.ts'

/** Inserts an open report about a member directly and returns its id. */
export async function seedReport(stoa: TestApp, about: { communityId: string; personId: string }): Promise<string> {
  const id = stoa.app.ids.next()
  const { communityId: community_id, personId: person_id } = about
  await stoa.database.transaction(async ({ connection }) => {
    await connection('report_items').insert({
      id,
      community_id,
      entity_type: 'User',
      entity_id: person_id,
      post_id: '',
      person_id,
      open_key: `${community_id}${person_id}`,
      status: 'open',
      created_at: 1,
      decided_by: '',
      decided_at: 0,
    })
  })
  return id
}
