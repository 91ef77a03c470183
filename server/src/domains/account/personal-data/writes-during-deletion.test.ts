import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { notificationRecipients } from '../../../../test/notification-recipients.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())
const { follow } = notificationRecipients(() => forum.stoa)

let people = 0
async function newPerson() {
  const username = `person_${(people += 1)}`
  return { ...(await forum.stoa.member(username)), username }
}

type Person = Awaited<ReturnType<typeof newPerson>>

const deletionOf = ({ token, username }: Person) =>
  forum.stoa.call('userDelete', { confirm: username, content: 'keep' }, { token })

/**
 * Deletes the account at the nth time that `work` reads accounts. Waits for the deletion unless it has to wait itself.
 */
async function whileDeleting(person: Person, nth: number, work: () => Promise<unknown>): Promise<void> {
  const { accounts } = forum.stoa.app.services
  let looks = 0
  let deleted: Promise<unknown> = Promise.resolve()
  for (const name of ['get', 'accountsOf', 'recipientsById'] as const) {
    const looked = accounts[name] as (about: never, tx: never) => Promise<never>
    vi.spyOn(accounts, name).mockImplementation(async (about: unknown, tx: unknown) => {
      const found = await looked(about as never, tx as never)
      looks += 1
      if (looks === nth) {
        deleted = deletionOf(person)
        await Promise.race([deleted, sleep(300)])
      }
      return found
    })
  }
  await work()
  await forum.stoa.app.background.settled()
  vi.restoreAllMocks()
  expect(looks).toBeGreaterThanOrEqual(nth)
  expect((await deleted) as object).toMatchObject({ status: 200 })
}

const followsOf = (person: Person) =>
  forum.stoa.database.read('follows').where({ follower_id: person.id }).orWhere({ followed_id: person.id })

for (const nth of [1, 2]) {
  test(`a concurrent deletion leaves no follows of or by the account (query ${nth})`, async () => {
    const [one, leaver, other] = [await newPerson(), await newPerson(), await newPerson()]
    await whileDeleting(leaver, nth, () => follow(one, leaver))
    expect(await followsOf(leaver)).toEqual([])
    await whileDeleting(one, nth, () => follow(one, other))
    expect(await followsOf(one)).toEqual([])
  })
}

test('deleting an account during a fan-out to it leaves nothing behind', async () => {
  const { stoa, ada } = forum
  const leaver = await newPerson()
  const postId = await forum.newPost({ publisherId: leaver.id })
  await whileDeleting(leaver, 1, () => forum.say(ada.token, { postId }))
  const read = (table: string) => stoa.database.read(table).where({ recipient_id: leaver.id })
  for (const table of ['notifications', 'notification_causes']) expect(await read(table)).toEqual([])
  const planned = await stoa.database.read('jobs').where('job_key', 'like', `${leaver.id}:%`)
  expect(planned).toEqual([])
})
