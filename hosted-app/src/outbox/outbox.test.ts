import { type Comment, errors } from '@stoa/contract'
import { exampleId } from '@stoa/contract/fixtures'
import { createActions, createDrafts, createMessages, listKey, listOf, postComments, repliesOf } from '@stoa/store'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  ada,
  begin,
  ben,
  endSession,
  finish,
  goOnline,
  HOUR_MS,
  keepDrafts,
  openTab,
  otter,
  post,
  sent,
  texts,
  waiting,
  world,
} from '../testing/outbox-tabs.ts'
import { createOutboxStorage, type OutboxStorage } from './outbox-storage.ts'

beforeEach(begin)
afterEach(finish)

describe('sending', () => {
  test('online a comment is sent at once and is the server’s', async () => {
    const tab = await openTab()
    const comment = await tab.write('Hello')
    expect(comment.id).toBe(exampleId(10, 'c'))
    expect(tab.comments()).toEqual(['Hello'])
    expect(tab.states()).toEqual([])
    expect(await createOutboxStorage().list(ada.id)).toEqual([])
  })

  test('what was written offline is sent in order, once', async () => {
    world.isOnline = false
    const tab = await openTab()
    await tab.write('First')
    const messages = tab.stoa.singleton(createMessages)
    expect(await messages.send({ recipientId: otter, text: 'Second' })).toBeNull()
    await tab.write('Third')
    expect(tab.states()).toEqual(['waiting', 'waiting', 'waiting'])
    expect(messages.state.getState().outbox.map(({ text, status }) => [text, status])).toEqual([['Second', 'waiting']])
    expect(world.calls).toEqual([])
    goOnline()
    await sent(tab)
    expect(texts()).toEqual(['First', 'Second', 'Third'])
    expect(world.calls).toHaveLength(3)
    expect(tab.comments()).toEqual(['Third', 'First'])
    expect(messages.state.getState().outbox).toEqual([])
  })

  test('a comment keeps its element and its count when it is sent', async () => {
    world.isOnline = false
    const tab = await openTab()
    const { id } = await tab.write('Waits')
    expect(tab.stoa.state.getState().posts[post.id]?.numComments).toBe(1)
    goOnline()
    await sent(tab)
    const [commentId = ''] = listOf(tab.stoa, postComments(post.id)).ids
    expect(tab.stoa.temporaryIds.get(commentId)).toBe(id)
    expect(tab.stoa.state.getState().posts[post.id]?.numComments).toBe(1)
  })

  test('an unreachable server is tried again with the same key', async () => {
    world.isAway = true
    const tab = await openTab()
    await tab.write('Again')
    await waiting(tab, 1)
    world.isAway = false
    goOnline()
    await sent(tab)
    expect(texts()).toEqual(['Again'])
    expect(new Set(world.calls.map(({ key }) => key)).size).toBe(1)
  })

  test('a server in trouble lets other kinds pass, but nothing overtake', async () => {
    world.isOnline = false
    const tab = await openTab()
    await tab.write('One')
    await tab.write('Two')
    const messages = tab.stoa.singleton(createMessages)
    await messages.send({ recipientId: otter, text: 'Message' })
    world.fates = ['INTERNAL']
    goOnline()
    await vi.waitFor(() => expect(texts()).toEqual(['Message']))
    world.now += HOUR_MS
    goOnline()
    await sent(tab)
    expect(texts()).toEqual(['Message', 'One', 'Two'])
  })
})

describe('after a reload', () => {
  test('what was stored and never tried is shown in its place, and sent once', async () => {
    world.isOnline = false
    const before = await openTab()
    await before.write('Kept')
    before.close()
    const tab = await openTab()
    await waiting(tab, 1)
    expect(tab.comments()).toEqual(['Kept'])
    goOnline()
    await sent(tab)
    expect(texts()).toEqual(['Kept'])
    expect(tab.comments()).toEqual(['Kept'])
    expect(Object.keys(tab.stoa.state.getState().comments)).toEqual([exampleId(10, 'c')])
  })

  test('what was sent, but not deleted, arrives once', async () => {
    world.fates = ['lost']
    const before = await openTab()
    await before.write('Once')
    before.close()
    expect(texts()).toEqual(['Once'])
    const tab = await openTab()
    await vi.waitFor(() => expect(tab.comments()).toEqual(['Once']))
    await vi.waitFor(() => expect(world.calls.length).toBeGreaterThan(1))
    await sent(tab)
    expect(new Set(world.calls.map(({ key }) => key)).size).toBe(1)
    expect(texts()).toEqual(['Once'])
    expect(tab.comments()).toEqual(['Once'])
  })

  test('a message that has arrived without a response is no longer kept, also in other tabs', async () => {
    world.fates = ['lost', 'NETWORK', 'NETWORK']
    const [tab, other] = [await openTab(), await openTab()]
    const sending = tab.stoa.singleton(createMessages).send({ recipientId: otter, text: 'Once' })
    await vi.waitFor(() => expect(other.stoa.state.getState().outbox).toHaveLength(1))
    expect(await sending).toBeNull()
    world.isOnline = false
    const [entry] = tab.stoa.state.getState().outbox
    const [output] = world.responses.values()
    await tab.outbox.arrive(entry?.id ?? '', output)
    await Promise.all([sent(tab), sent(other)])
    expect(await createOutboxStorage().list(ada.id)).toEqual([])
    world.now += 25 * HOUR_MS
    const { length } = world.calls
    goOnline()
    await tab.outbox.retry(entry?.id ?? '')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([texts(), world.calls.length]).toEqual([['Once'], length])
  })

  test('a database that fails after sending sends nothing twice', async () => {
    const real = createOutboxStorage()
    const storage = {
      ...real,
      write: (changes: Parameters<OutboxStorage['write']>[0]) =>
        changes.remove?.length && !changes.put?.length ? Promise.reject(new Error('full')) : real.write(changes),
    }
    const before = await openTab({ storage })
    await before.write('Once')
    before.close()
    const tab = await openTab()
    await sent(tab)
    await vi.waitFor(() => expect(world.calls).toHaveLength(2))
    expect(texts()).toEqual(['Once'])
  })

  test('a list that is loaded later shows it, too', async () => {
    world.isOnline = false
    const before = await openTab()
    await before.write('Kept')
    before.close()
    const tab = await openTab()
    await waiting(tab, 1)
    const byTime = postComments(post.id, { sort: 'new' })
    const list = { ids: [], local: [], cursor: null, hasMore: false, status: 'success', error: null } as const
    tab.stoa.state.setState(({ lists }) => ({ lists: { ...lists, [listKey(byTime)]: list } }))
    expect(tab.comments(byTime)).toEqual(['Kept'])
  })

  test('a day later the writer is asked first, since the server may have forgotten a try', async () => {
    world.fates = ['lost']
    const before = await openTab()
    await before.write('Old')
    before.close()
    world.now += 24 * HOUR_MS
    const tab = await openTab()
    await vi.waitFor(() => expect(tab.states()).toEqual(['expired']))
    expect(world.calls).toHaveLength(1)
    await tab.outbox.retry(tab.stoa.state.getState().outbox[0]?.id ?? '')
    await sent(tab)
    // With the old key, in case the server still has its response.
    expect(texts()).toEqual(['Old'])
  })
})

describe('several world.tabs', () => {
  test('one sends, and the others show it', async () => {
    world.isOnline = false
    const [first, second] = [await openTab(), await openTab()]
    await first.write('From the first')
    await waiting(second, 1)
    await second.write('From the second')
    await waiting(first, 2)
    await waiting(second, 2)
    expect(second.comments()).toEqual(['From the second', 'From the first'])
    goOnline()
    await Promise.all([sent(first), sent(second)])
    expect(texts()).toEqual(['From the first', 'From the second'])
    expect(world.calls).toHaveLength(2)
    for (const tab of [first, second]) {
      expect(tab.comments()).toEqual(['From the second', 'From the first'])
      expect(listOf(tab.stoa, postComments(post.id)).ids.every((id) => !id.startsWith('temp:'))).toBe(true)
    }
  })

  test('what one discards is gone in the others', async () => {
    world.isOnline = false
    const [first, second] = [await openTab(), await openTab()]
    await first.write('Never mind')
    await waiting(second, 1)
    const undo = await second.outbox.discard(second.stoa.state.getState().outbox[0]?.id ?? '')
    await sent(first)
    expect(first.comments()).toEqual([])
    await undo()
    await waiting(first, 1)
    expect([first.comments(), second.comments()]).toEqual([['Never mind'], ['Never mind']])
  })
})

describe('people', () => {
  test('nothing is shown to or sent as somebody else', async () => {
    world.isOnline = false
    const tab = await openTab()
    await tab.write('By Ada')
    tab.stoa.state.setState({ viewer: ben })
    await sent(tab)
    expect(tab.comments()).toEqual([])
    goOnline()
    await tab.write('By Ben')
    expect(texts()).toEqual(['By Ben'])
    tab.stoa.state.setState({ viewer: ada })
    await vi.waitFor(() => expect(texts()).toEqual(['By Ben', 'By Ada']))
    expect(world.rows.map(({ actorId }) => actorId)).toEqual([ben.id, ada.id])
  })

  test('signing out clears what waits', async () => {
    world.isOnline = false
    const tab = await openTab()
    await tab.write('Gone')
    endSession('left')
    await sent(tab)
    expect(await createOutboxStorage().list(ada.id)).toEqual([])
    expect(tab.comments()).toEqual([])
  })

  test.each(['over', 'gone'] as const)('a session that ends otherwise (%s) loses nothing', async (end) => {
    world.isOnline = false
    const tab = await openTab()
    await tab.write('Kept')
    endSession(end)
    tab.stoa.state.setState({ viewer: null })
    await sent(tab)
    expect(await createOutboxStorage().list(ada.id)).toHaveLength(1)
    world.isOnline = true
    tab.stoa.state.setState({ viewer: ada })
    await vi.waitFor(() => expect(texts()).toEqual(['Kept']))
  })

  test('what others left unsent for 30 days is removed, and the viewer’s own stays', async () => {
    world.isOnline = false
    const first = await openTab()
    await first.write('By Ada')
    first.close()
    const second = await openTab({ viewer: ben })
    await second.write('By Ben')
    second.close()
    const kept = async () =>
      (await Promise.all([ada, ben].map(({ id }) => createOutboxStorage().list(id)))).map(({ length }) => length)
    world.now += 29 * 24 * HOUR_MS
    world.isOnline = true
    world.isAway = true
    const early = await openTab({ viewer: ben })
    await vi.waitFor(() => expect(early.states()).toEqual(['expired']))
    expect(await kept()).toEqual([1, 1])
    early.close()
    world.now += 2 * 24 * HOUR_MS
    await openTab({ viewer: ben })
    await vi.waitFor(async () => expect(await kept()).toEqual([0, 1]))
  })

  test('what somebody left unsent for longer waits until they have signed in again', async () => {
    world.isOnline = false
    const before = await openTab()
    await before.write('By Ada')
    before.close()
    world.now += 31 * 24 * HOUR_MS
    world.isOnline = true
    const tab = await openTab({ viewer: null })
    await vi.waitFor(() => expect(tab.states()).toEqual([]))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await createOutboxStorage().list(ada.id)).toHaveLength(1)
    tab.stoa.state.setState({ viewer: ada })
    await vi.waitFor(() => expect(tab.states()).toEqual(['expired']))
    expect(tab.comments()).toEqual(['By Ada'])
  })

  test('what somebody has discarded is not put back for the next person', async () => {
    world.isOnline = false
    const tab = await openTab()
    await tab.write('By Ada')
    const undo = await tab.outbox.discard(tab.stoa.state.getState().outbox[0]?.id ?? '')
    tab.stoa.state.setState({ viewer: ben })
    await undo()
    expect(tab.states()).toEqual([])
    expect(tab.comments()).toEqual([])
  })

  test('once the viewer is known, it is sent', async () => {
    world.isOnline = false
    const before = await openTab()
    await before.write('Kept')
    before.close()
    localStorage.setItem('stoa-viewer', ada.id)
    world.isAway = true
    world.isOnline = true
    const tab = await openTab({ viewer: undefined })
    await vi.waitFor(() => expect(tab.states()).toHaveLength(1))
    world.isAway = false
    tab.stoa.state.setState({ viewer: ada })
    await sent(tab)
    localStorage.removeItem('stoa-viewer')
    expect(texts()).toEqual(['Kept'])
  })
})

describe('a refusal', () => {
  test('of what is being written reports the reason and gives the text back', async () => {
    const tab = await openTab()
    world.fates = ['BANNED']
    const drafts = tab.stoa.singleton(createDrafts)
    drafts.set('p comment', 'Refused')
    const writing = tab.stoa
      .singleton(createActions)
      .createComment({ postId: post.id, content: 'Refused', draftKey: 'p comment' })
    await expect(writing).rejects.toMatchObject({ code: 'BANNED' })
    expect(drafts.get('p comment')).toBe('Refused')
    expect(tab.states()).toEqual([])
    expect(tab.comments()).toEqual([])
  })

  test('of what is being written stores the draft before the outbox forgets it', async () => {
    const real = createOutboxStorage()
    const stored: string[] = []
    const storage = {
      ...real,
      async write(changes: Parameters<OutboxStorage['write']>[0]) {
        await new Promise((resolve) => setTimeout(resolve))
        if (changes.remove?.length) stored.push([...kept.values()].join(''))
        await real.write(changes)
      },
    }
    const tab = await openTab({ storage })
    const kept = keepDrafts(tab)
    world.fates = ['BANNED']
    const writing = tab.stoa
      .singleton(createActions)
      .createComment({ postId: post.id, content: 'Precious', draftKey: 'p comment' })
    await expect(writing).rejects.toMatchObject({ code: 'BANNED' })
    await vi.waitFor(() => expect(stored).toHaveLength(1))
    expect(stored[0]).toContain('Precious')
  })

  test('of what waited keeps the words with the reason, and blocks nothing else', async () => {
    world.isOnline = false
    const tab = await openTab()
    await tab.write('Spam')
    await tab.write('Fine')
    world.fates = ['BANNED']
    goOnline()
    await vi.waitFor(() => expect(texts()).toEqual(['Fine']))
    await vi.waitFor(() => expect(tab.states()).toEqual(['refused']))
    expect(tab.comments()).toEqual(['Fine', 'Spam'])
    const [entry] = tab.stoa.state.getState().outbox
    const commentId = entry?.comment?.id ?? ''
    await tab.stoa.singleton(createActions).editComment({ commentId, content: 'Better' })
    await sent(tab)
    expect(texts()).toEqual(['Fine', 'Better'])
    expect(tab.comments()).toEqual(['Fine', 'Better'])
    // A new request, since the body is another.
    expect(world.calls.at(-1)?.key).not.toBe(world.calls[0]?.key)
  })

  test('that arrives after the author has discarded it keeps nothing', async () => {
    world.isOnline = false
    const tab = await openTab()
    await tab.write('Spam')
    world.fates = ['BANNED']
    let arrive = () => {}
    world.arrival = new Promise((resolve) => {
      arrive = resolve
    })
    goOnline()
    await vi.waitFor(() => expect(world.calls).toHaveLength(1))
    await tab.outbox.discard(tab.stoa.state.getState().outbox[0]?.id ?? '')
    arrive()
    await tab.write('Fine')
    expect(texts()).toEqual(['Fine'])
    expect(await createOutboxStorage().list(ada.id)).toEqual([])
  })

  test('and two presses send it once more, not twice', async () => {
    world.isOnline = false
    const tab = await openTab()
    await tab.write('Again')
    world.fates = ['BANNED']
    goOnline()
    await vi.waitFor(() => expect(tab.states()).toEqual(['refused']))
    const id = tab.stoa.state.getState().outbox[0]?.id ?? ''
    await Promise.all([tab.outbox.retry(id), tab.outbox.retry(id)])
    await sent(tab)
    expect(texts()).toEqual(['Again'])
  })

  test('of a message keeps it', async () => {
    const tab = await openTab()
    const messages = tab.stoa.singleton(createMessages)
    world.fates = ['DM_BLOCKED']
    expect(await messages.send({ recipientId: otter, text: 'Hello?' })).toBeNull()
    const kept = { text: 'Hello?', status: 'failed', reason: errors.DM_BLOCKED.message, code: 'DM_BLOCKED' }
    await vi.waitFor(() => expect(messages.state.getState().outbox).toMatchObject([kept]))
  })
})

describe('a reply to a comment that waits', () => {
  test('waits for it and gets its real id', async () => {
    world.isOnline = false
    const tab = await openTab()
    const parent = await tab.write('Parent')
    await tab.write('Reply', parent.id)
    expect(tab.comments(repliesOf(parent.id))).toEqual(['Reply'])
    goOnline()
    await sent(tab)
    expect(texts()).toEqual(['Parent', 'Reply'])
    const parentId = exampleId(10, 'c')
    expect(world.rows[1]?.answers).toBe(parentId)
    expect(tab.comments(repliesOf(parentId))).toEqual(['Reply'])
    expect(tab.stoa.state.getState().comments[parentId]?.numComments).toBe(1)
  })

  test('gets it also after a reload in between', async () => {
    world.isOnline = false
    const before = await openTab()
    const parent = await before.write('Parent')
    await before.write('Reply', parent.id)
    before.close()
    world.fates = ['lost']
    world.isOnline = true
    const closing = await openTab()
    await vi.waitFor(() => expect(texts()).toEqual(['Parent']))
    closing.close()
    const tab = await openTab()
    await vi.waitFor(() => expect(texts()).toEqual(['Parent', 'Reply']))
    await sent(tab)
    expect(world.rows[1]?.answers).toBe(exampleId(10, 'c'))
  })

  test('waits while that one is refused, and is told when it is discarded', async () => {
    world.isOnline = false
    const tab = await openTab()
    const parent = await tab.write('Parent')
    await tab.write('Reply', parent.id)
    await tab.write('Another')
    world.fates = ['COMMENTS_LOCKED']
    goOnline()
    await vi.waitFor(() => expect(texts()).toEqual(['Another']))
    await vi.waitFor(() => expect(tab.states()[0]).toBe('refused'))
    expect(tab.states()).toHaveLength(2)
    await tab.outbox.discard(tab.stoa.state.getState().outbox[0]?.id ?? '')
    goOnline()
    await vi.waitFor(() => expect(tab.states()).toEqual(['refused']))
    expect(tab.stoa.state.getState().outbox[0]?.reason).toBe(errors.COMMENT_NOT_FOUND.message)
    expect(texts()).toEqual(['Another'])
  })
})

test('of votes and reactions only the last wish counts', async () => {
  world.isOnline = false
  const tab = await openTab()
  const first = tab.react('thumb-up')
  await waiting(tab, 1)
  const second = tab.react('thumb-down')
  await vi.waitFor(() => expect(tab.stoa.state.getState().reactions[post.id]).toBe('thumb-down'))
  await vi.waitFor(() =>
    expect(tab.stoa.state.getState().outbox).toMatchObject([{ input: { reactionName: 'thumb-down' } }]),
  )
  goOnline()
  await Promise.all([first, second])
  expect(texts()).toEqual(['thumb-down'])
  await sent(tab)
})

test('a replaced wish that fails lets the newer one pass', async () => {
  world.fates = ['NETWORK']
  let arrive = () => {}
  world.arrival = new Promise((resolve) => {
    arrive = resolve
  })
  const tab = await openTab()
  const first = tab.react('thumb-up')
  await vi.waitFor(() => expect(world.calls).toHaveLength(1))
  const second = tab.react('thumb-down')
  const newest = () => tab.stoa.state.getState().outbox.map(({ input }) => input)
  await vi.waitFor(() => expect(newest()).toMatchObject([{ reactionName: 'thumb-down' }]))
  arrive()
  await first
  goOnline()
  await second
  expect(texts()).toEqual(['thumb-down'])
  expect(tab.stoa.state.getState().reactions[post.id]).toBe('thumb-down')
})

test('a refused wish is rolled back', async () => {
  world.isOnline = false
  const tab = await openTab()
  const reacting = tab.react('thumb-up')
  await waiting(tab, 1)
  world.fates = ['BANNED']
  goOnline()
  await expect(reacting).rejects.toMatchObject({ code: 'BANNED' })
  expect(tab.stoa.state.getState().reactions[post.id]).toBeUndefined()
  expect(tab.states()).toEqual([])
})

test('without a database a failure is an error, and the text stays', async () => {
  const refuse = () => Promise.reject(new Error('private window'))
  const tab = await openTab({ storage: { list: refuse, write: refuse, clear: refuse, removeOthers: refuse } })
  world.fates = ['NETWORK']
  const drafts = tab.stoa.singleton(createDrafts)
  drafts.set('p comment', 'Kept')
  const writing = tab.stoa
    .singleton(createActions)
    .createComment({ postId: post.id, content: 'Kept', draftKey: 'p comment' })
  await expect(writing).rejects.toMatchObject({ code: 'NETWORK' })
  expect(drafts.get('p comment')).toBe('Kept')
  expect(tab.comments()).toEqual([])
})

test('a draft is emptied only once the comment is stored', async () => {
  world.isOnline = false
  const real = createOutboxStorage()
  const gate: { open?: () => void } = {}
  const storage = {
    ...real,
    async write(changes: Parameters<OutboxStorage['write']>[0]) {
      await new Promise<void>((resolve) => {
        gate.open = resolve
      })
      await real.write(changes)
    },
  }
  const tab = await openTab({ storage })
  const kept = keepDrafts(tab)
  const drafts = tab.stoa.singleton(createDrafts)
  drafts.set('p comment', 'Precious')
  const writing = tab.stoa
    .singleton(createActions)
    .createComment({ postId: post.id, content: 'Precious', draftKey: 'p comment' })
  await vi.waitFor(() => expect(gate.open).toBeDefined())
  expect([...kept.values()].join('')).toContain('Precious')
  gate.open?.()
  await writing
  drafts.flush()
  expect([...kept.values()].join('')).not.toContain('Precious')
  expect((await real.list(ada.id)).map(({ comment }) => (comment as Comment).content)).toEqual(['Precious'])
})
