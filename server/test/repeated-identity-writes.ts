import type { Forum } from './forum.ts'
import type { RepeatedWrite } from './repeated-writes.ts'

const OWN = 'http://localhost:3000'
const PASSWORD = 'Corr3ct-horse'

/** Creates writes about people's own accounts for `repeatedWrites`; `account` signs up a person with the password. */
export function repeatedIdentityWrites({ forum, account }: { forum: Forum; account(): Promise<{ username: string }> }) {
  const { stoa, ada } = forum
  let made = 0
  const next = () => (made += 1)
  const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
  const write = (about: { input: object; other: object; headers?: Record<string, string> }): RepeatedWrite => ({
    headers: as(ada),
    ...about,
    other: { ...about.input, ...about.other },
  })

  /** A new notification for Ada. */
  async function told(): Promise<{ notificationIds: string[] }> {
    const postId = await forum.newPost({ publisherId: ada.id })
    await forum.say(forum.bea.token, { postId })
    await stoa.app.background.settled()
    const { items } = (await stoa.call('notificationList', { limit: 1 }, { token: ada.token })).body.payload
    return { notificationIds: items.map(({ id }) => id) }
  }

  return {
    userUsername: [
      async () => {
        const member = await stoa.member(`before_${next()}`)
        const input = { username: `after_${next()}` }
        return write({ input, other: { username: `other_${next()}` }, headers: as(member) })
      },
    ],
    userEdit: [
      async () => write({ input: { profileTitle: `Title ${next()}` }, other: { profileTitle: 'Another title' } }),
    ],
    userDelete: [
      async () => {
        const username = `leaver_${next()}`
        const member = await stoa.member(username, { join: ['FORUM'] })
        return write({ input: { confirm: username }, other: { content: 'remove' }, headers: as(member) })
      },
    ],
    userExport: [
      async () => {
        const headers = as(await stoa.member(`exporter_${next()}`))
        return write({ input: {}, other: { visitorId: 'x' }, headers })
      },
    ],
    userForwardProve: [
      async () => {
        const [member, { username }] = [await stoa.member(`keeper_${next()}`), await account()]
        const input = { login: username, password: PASSWORD }
        return write({
          input,
          other: { password: 'wrong' },
          headers: { ...as(member), origin: OWN },
        })
      },
    ],
    userForward: [
      async () => {
        const [member, given] = [await stoa.member(`keeper_${next()}`), await account()]
        const prove = { login: given.username, password: PASSWORD }
        const { proof } = (await stoa.call('userForwardProve', prove, { token: member.token })).body.payload
        const input = { proof, mainAccount: 'this' } as const
        return write({ input, other: { mainAccount: 'other' }, headers: as(member) })
      },
    ],
    userForwardUndo: [
      async () => {
        const [member, given] = [await stoa.member(`keeper_${next()}`), await account()]
        const prove = { login: given.username, password: PASSWORD }
        const { proof, account: forwarded } = (await stoa.call('userForwardProve', prove, { token: member.token })).body
          .payload
        await stoa.call('userForward', { proof, mainAccount: 'this' }, { token: member.token })
        const input = { forwardedUserId: forwarded.userId }
        return write({ input, other: { forwardedUserId: ada.id }, headers: as(member) })
      },
    ],
    userVisit: [async () => write({ input: {}, other: { tokenName: 'FORUM' } })],
    communityVisit: [async () => write({ input: { tokenName: 'FORUM' }, other: { tokenName: 'GUARDED' } })],
    userFollow: [
      async () => {
        const { id } = await stoa.member(`followed_${next()}`)
        return write({ input: { followedUserId: id, follow: true }, other: { follow: false } })
      },
    ],
    notificationViewed: [async () => write({ input: {}, other: { visitorId: 'x' } })],
    notificationRead: [async () => write({ input: await told(), other: { notificationIds: ['0'.repeat(20)] } })],
    notificationDelete: [async () => write({ input: await told(), other: { notificationIds: ['0'.repeat(20)] } })],
    notificationSettings: [
      async () => {
        const input = { notificationSettings: { email: { digest: next() % 2 === 0 } } }
        const other = { notificationSettings: { onSite: { reply: false } } }
        return write({ input, other })
      },
    ],
  }
}
