import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

/** The name shown for Ada in everything that can be read. */
async function namesOfAda(): Promise<string[]> {
  const { stoa, ada, bea } = forum
  const postId = await forum.newPost()
  const top = await forum.say(bea.token, { postId, content: 'first' })
  const reply = await forum.say(ada.token, { postId, replyToCommentId: top.id, content: 'second' })
  const answer = await forum.say(bea.token, { postId, replyToCommentId: reply.id, content: 'third' })
  const own = await forum.say(ada.token, { postId, content: 'fourth' })
  const poll = { title: 'Which one?', tokenName: 'FORUM', pollOptions: ['A', 'B'] }
  const text = { blocks: [{ type: 'paragraph', data: { text: 'Choose.' } }] }
  const made = await stoa.call('postCreate', { ...poll, postContent: JSON.stringify(text) }, { token: ada.token })
  const asked = made.body.payload.post
  const vote = { postId: asked.id, selectedOptionIndex: 0 }
  const voted = await stoa.call('postVote', vote, { token: ada.token })
  stoa.clock.advance(2000)
  const feed = await stoa.call('postList', { type: 'all', tokenName: 'FORUM', limit: 100 })
  const me = (await stoa.call('me', {}, { token: ada.token })).body.payload.user
  const members = await stoa.call('communityMembers', { tokenName: 'FORUM' })
  return [
    me.displayName,
    (await stoa.call('userGet', { idOrSlug: ada.id })).body.payload.user.displayName,
    members.body.payload.items.find(({ userId }) => userId === ada.id)?.displayName ?? '',
    own.publisherProfileName,
    reply.publisherProfileName,
    answer.replyToPublisherName ?? '',
    asked.publisherProfileName,
    voted.body.payload.post.pollValues?.[0]?.lastVoters[0]?.displayName ?? '',
    feed.body.payload.items.find(({ id }) => id === postId)?.previewComments?.[0]?.publisherName ?? '',
  ]
}

test('a person without a profile name is shown by username everywhere', async () => {
  expect(new Set(await namesOfAda())).toEqual(new Set(['ada_demo']))
})

test.each([
  ['the name of the profile', { profile_name: 'Ada of the Mill', display_name: 'Ada L' }, 'Ada of the Mill'],
  ['the name given at signing in', { profile_name: '', display_name: 'Ada L' }, 'Ada L'],
])('a person has the same displayed name everywhere: %s', async (_, columns, name) => {
  await forum.stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: forum.ada.id }).update(columns),
  )
  forum.stoa.clock.advance(2000)
  expect(new Set(await namesOfAda())).toEqual(new Set([name]))
})

test('clearing the profile name shows the username, even if a provider gave a name', async () => {
  const { stoa, ada } = forum
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: ada.id }).update({ profile_name: '', display_name: 'Ada L' }),
  )
  const edit = async (change: object) =>
    (await stoa.call('userEdit', change, { token: ada.token })).body.payload.user?.displayName
  expect(await edit({ profileTitle: 'Miller' })).toBe('Ada L')
  expect(await edit({ profileName: '' })).toBe('ada_demo')
})

test('an address with a display name finds a person only if exactly one has it', async () => {
  const { stoa, ada, bea } = forum
  const name = (person: { token: string }, profileName: string) =>
    stoa.call('userEdit', { profileName }, { token: person.token })
  const found = async (idOrSlug: string) => {
    stoa.clock.advance(2000)
    const { status, body } = await stoa.call('userGet', { idOrSlug })
    return status === 200 ? body.payload.user.id : body.code
  }
  await name(ada, 'Nöra am Fluß')
  expect(await found('Nöra am Fluß')).toBe(ada.id)
  expect(await found('Nöra am Fluß'.normalize('NFD'))).toBe(ada.id)
  expect(await found('Nöra')).toBe('USER_NOT_FOUND')
  await name(bea, 'Nöra am Fluß')
  expect(await found('Nöra am Fluß')).toBe('USER_NOT_FOUND')
  await name(bea, 'Bea')
  expect(await found('Nöra am Fluß')).toBe(ada.id)
})
