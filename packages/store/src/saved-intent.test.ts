import { exampleId, exampleMe } from '@stoa/contract/fixtures'
import { afterEach, expect, test } from 'vitest'
import { resumeSavedIntent, saveIntent } from './actions.ts'
import { createDrafts } from './drafts.ts'
import { loadPost } from './load.ts'
import { createComment, react, vote } from './mutations/index.ts'
import { start } from './testing/start.ts'
import { loadViewer } from './viewer.ts'

const me = exampleMe({ id: exampleId(1, 'u') })

afterEach(() => {
  window.sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})

/** A visitor looking at a post. */
async function startBefore() {
  const { server, stoa } = await start()
  server.viewer = null
  await loadViewer(stoa, { force: true })
  const { id } = server.addPost()
  await loadPost(stoa, { idOrSlug: id })
  return { server, stoa, id }
}

/** Leaves the page and returns signed in. */
async function comeBack({ server, stoa, id }: Awaited<ReturnType<typeof startBefore>>) {
  stoa.state.setState({ intent: null })
  server.viewer = me
  await loadViewer(stoa, { force: true })
  await loadPost(stoa, { idOrSlug: id })
}

test('a comment is sent once after signing in on another page, and its draft is cleared', async () => {
  const before = await startBefore()
  const { server, stoa, id } = before
  const drafts = stoa.singleton(createDrafts)
  drafts.set('d', 'Hello')
  await createComment(stoa, { postId: id, content: 'Hello', draftKey: 'd' }).catch(() => {})
  saveIntent(stoa)
  await comeBack(before)
  await resumeSavedIntent(stoa)
  await resumeSavedIntent(stoa)
  expect([...server.comments.values()].map(({ content }) => content)).toEqual(['Hello'])
  expect(drafts.get('d')).toBe('')
})

test('it waits for its own page', async () => {
  const before = await startBefore()
  const { server, stoa, id } = before
  await createComment(stoa, { postId: id, content: 'Hello' }).catch(() => {})
  saveIntent(stoa)
  await comeBack(before)
  window.history.replaceState(null, '', '/bbs/login')
  await resumeSavedIntent(stoa)
  expect(server.comments.size).toBe(0)
  window.history.replaceState(null, '', '/')
  await resumeSavedIntent(stoa)
  expect(server.comments.size).toBe(1)
})

test('a reaction and a vote that the account already had are not removed', async () => {
  const before = await startBefore()
  const { server, stoa, id } = before
  server.reactAs(me.id, { entityId: id, reactionName: 'thumb-up' })
  await react(stoa, { entityType: 'Post', entityId: id, reactionName: 'thumb-up' }).catch(() => {})
  saveIntent(stoa)
  await comeBack(before)
  await resumeSavedIntent(stoa)
  expect(server.reactions.get(`${me.id} ${id}`)).toBe('thumb-up')

  stoa.state.setState({ viewer: null })
  await vote(stoa, { postId: id, optionIndex: 1 }).catch(() => {})
  saveIntent(stoa)
  stoa.state.setState({ viewer: me, votes: { [id]: 1 } })
  server.calls.length = 0
  await resumeSavedIntent(stoa)
  expect(server.calls.map(({ name }) => name)).not.toContain('postVote')
})

test('nothing is done without signing in, or much later', async () => {
  const before = await startBefore()
  const { server, stoa, id } = before
  await createComment(stoa, { postId: id, content: 'Hello' }).catch(() => {})
  saveIntent(stoa)
  await resumeSavedIntent(stoa)
  expect(server.comments.size).toBe(0)

  await createComment(stoa, { postId: id, content: 'Hello' }).catch(() => {})
  saveIntent(stoa)
  const intent = JSON.parse(window.sessionStorage.getItem('stoa.intent') ?? '')
  window.sessionStorage.setItem('stoa.intent', JSON.stringify({ ...intent, at: intent.at - 21 * 60 * 1000 }))
  await comeBack(before)
  await resumeSavedIntent(stoa)
  expect(server.comments.size).toBe(0)
})
