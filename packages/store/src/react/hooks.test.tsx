import { createRealtime } from '@stoa/client/realtime'
import type { EventName, Watch } from '@stoa/contract'
import { exampleId, exampleSummary } from '@stoa/contract/fixtures'
import { act, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { draftKey } from '../draft-storage.ts'
import { loadList } from '../lists.ts'
import { postComments } from '../queries.ts'
import {
  StoaProvider,
  useActions,
  useComment,
  useDraft,
  useIntent,
  useList,
  useMyReaction,
  useStoa,
  useViewer,
  useWatch,
} from '../react.ts'
import { createStoa, dehydrate } from '../stoa.ts'
import { start } from '../testing/start.ts'

function Item({ id }: { id: string }) {
  const comment = useComment(id)
  const mine = useMyReaction(id)
  const { react } = useActions()
  return (
    <li>
      {comment?.content}
      <button
        type="button"
        aria-pressed={mine === 'thumb-up'}
        onClick={() => void react({ entityType: 'Comment', entityId: id, reactionName: 'thumb-up' }).catch(() => {})}
      >
        {comment?.reactionsCount['thumb-up']}
      </button>
    </li>
  )
}

function Thread({ postId }: { postId: string }) {
  const list = useList(postComments(postId), { limit: 2 })
  const viewer = useViewer()
  const intent = useIntent()
  return (
    <section>
      <p>{viewer === undefined ? 'unknown' : (viewer?.username ?? 'visitor')}</p>
      {intent && <p role="alert">{intent.kind}</p>}
      {list.newCount > 0 && (
        <button type="button" onClick={list.showNewItems}>
          {list.newCount} new
        </button>
      )}
      <ul>
        {list.ids.map((id) => (
          <Item key={id} id={id} />
        ))}
      </ul>
      {list.hasMore && (
        <button type="button" onClick={() => list.loadMore()}>
          More
        </button>
      )}
    </section>
  )
}

async function startOnThread(comments: number) {
  const { server, stoa } = await start()
  const { id: postId } = server.addPost()
  for (let count = 0; count < comments; count += 1) server.addComment({ postId, content: `c${count}` })
  const page = (
    <StoaProvider stoa={stoa}>
      <Thread postId={postId} />
    </StoaProvider>
  )
  const texts = () => screen.queryAllByRole('listitem').map(({ firstChild }) => firstChild?.textContent)
  return { server, stoa, postId, page, texts }
}

test('a list loads by itself, grows, and shows new items on demand', async () => {
  const { server, stoa, postId, page, texts } = await startOnThread(3)
  render(<StrictMode>{page}</StrictMode>)
  await waitFor(() => expect(texts()).toEqual(['c2', 'c1']))
  expect(server.calls).toHaveLength(1)
  screen.getByText('More').click()
  await waitFor(() => expect(texts()).toEqual(['c2', 'c1', 'c0']))
  const newComment = server.addComment({ postId, content: 'arrived' })
  act(() =>
    stoa.state.setState(({ comments }) => ({
      comments: { ...comments, [newComment.id]: newComment },
      newItems: { [postId]: [newComment.id] },
    })),
  )
  expect(texts()).toHaveLength(3)
  screen.getByText('1 new').click()
  await waitFor(() => expect(texts()).toEqual(['arrived', 'c2', 'c1', 'c0']))
})

test('a reaction shows on its comment, and a visitor’s becomes an intent', async () => {
  const { server, stoa, page } = await startOnThread(1)
  render(page)
  const button = await screen.findByRole('button')
  button.click()
  await waitFor(() => expect(button.textContent).toBe('1'))
  expect(button.getAttribute('aria-pressed')).toBe('true')
  server.viewer = null
  act(() => stoa.state.setState({ viewer: null }))
  button.click()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('sign-in'))
})

test('a component renders again only for its own entity', async () => {
  const { server, stoa, postId } = await startOnThread(2)
  await loadList(stoa, postComments(postId))
  const [first = '', second = ''] = server.comments.keys()
  const renders: string[] = []
  function Probe({ id }: { id: string }) {
    renders.push(useComment(id)?.content ?? '')
    return null
  }
  render(
    <StoaProvider stoa={stoa}>
      <Probe id={first} />
      <Probe id={second} />
    </StoaProvider>,
  )
  renders.length = 0
  act(() =>
    stoa.state.setState(({ comments }) => {
      const comment = comments[first]
      return { comments: { ...comments, ...(comment && { [first]: { ...comment, content: 'changed' } }) } }
    }),
  )
  expect(renders).toEqual(['changed'])
})

test('a draft is shared by its editors', async () => {
  const { stoa } = await startOnThread(0)
  const key = draftKey('P', 'comment')
  function Editor({ name }: { name: string }) {
    const [text, setText] = useDraft(key)
    return (
      <button type="button" onClick={() => setText(`${text}${name}`)}>
        {name}:{text}
      </button>
    )
  }
  render(
    <StoaProvider stoa={stoa}>
      <Editor name="a" />
      <Editor name="b" />
    </StoaProvider>,
  )
  act(() => screen.getByText('a:').click())
  act(() => screen.getByText('b:a').click())
  expect(screen.getByText('a:ab')).toBeDefined()
})

test('watching starts and ends with the component', async () => {
  const unwatch = vi.fn()
  const watch = vi.fn(() => unwatch)
  const nothing = () => () => {}
  const { server } = await start()
  const realtime = { watch, onEvent: nothing, onGap: nothing, onTime: nothing, reconnect() {}, close() {} }
  const stoa = createStoa({ client: server, realtime: () => realtime, storage: null })
  function Watcher() {
    useWatch({ postIds: ['P'] })
    return null
  }
  const { unmount, rerender } = render(<Watcher />, {
    wrapper: ({ children }) => <StoaProvider stoa={stoa}>{children}</StoaProvider>,
  })
  await waitFor(() => expect(watch).toHaveBeenCalledWith({ postIds: ['P'] }))
  rerender(<Watcher />)
  unmount()
  expect(watch).toHaveBeenCalledTimes(1)
  expect(unwatch).toHaveBeenCalledTimes(1)
})

/** The server's end of a live connection, which sends events of watched posts only. */
function createFakeSocket() {
  const messages: string[] = []
  const watchedIds = new Set<string>()
  let onConnect = () => {}
  let onMessage: (name: string, payload: unknown) => void = () => {}
  const socket = {
    connected: false,
    on: (_name: string, handler: () => void) => void (onConnect = handler),
    onAny: (handler: typeof onMessage) => void (onMessage = handler),
    emit(name: string, { postIds = [] }: Watch) {
      messages.push(...postIds.map((id) => `${name} ${id}`))
      for (const id of postIds) watchedIds[name === 'watch' ? 'add' : 'delete'](id)
    },
    connect() {},
    disconnect() {},
  }
  return {
    socket,
    messages,
    begin() {
      socket.connected = true
      onConnect()
    },
    send(name: EventName, event: { id: string; at: number; postId: string }) {
      if (watchedIds.has(event.postId)) onMessage(name, event)
    },
  }
}

test('a list that grows ten times quickly asks for each item once, and receives the event of its last', async () => {
  const { socket, messages, begin, send } = createFakeSocket()
  const connect = vi.fn(async () => socket)
  const realtime = createRealtime({ url: '', visitorId: 'visitor', connect })
  const { server } = await start()
  const stoa = createStoa({ client: server, realtime: () => realtime, storage: null })
  const posts = Array.from({ length: 110 }, (_, index) => exampleSummary({ id: exampleId(index, 'p') }))
  function Feed({ size }: { size: number }) {
    useWatch({ postIds: posts.slice(0, size).map(({ id }) => id) })
    return null
  }
  const page = (size: number) => (
    <StrictMode>
      <StoaProvider stoa={stoa}>
        <Feed size={size} />
      </StoaProvider>
    </StrictMode>
  )
  const { rerender } = render(page(10))
  await waitFor(() => expect(connect).toHaveBeenCalled())
  begin()
  for (let size = 20; size <= posts.length; size += 10) {
    rerender(page(size))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await waitFor(() => expect(messages).toEqual(posts.map(({ id }) => `watch ${id}`)))
  const last = posts.at(-1)!
  stoa.state.setState({ posts: { [last.id]: last } })
  const reactionsCount = { 'thumb-up': 7, 'thumb-down': 0 }
  send('reaction.changed', {
    id: 'e1',
    at: 1,
    postId: last.id,
    ...{ entityType: 'Post', entityId: last.id, reactionsCount },
  })
  expect(stoa.state.getState().posts[last.id]?.reactionsCount).toEqual(reactionsCount)
  stoa.destroy()
})

test('the server renders what it has loaded, and the browser hydrates the same', async () => {
  const { server, stoa, postId, page } = await startOnThread(2)
  await loadList(stoa, postComments(postId), { limit: 2 })
  stoa.state.setState({ viewer: undefined })
  const html = renderToString(page)
  expect(html).toContain('c1')
  expect(html).toContain('unknown')
  const browser = createStoa({ client: server, state: dehydrate(stoa) })
  const samePage = (
    <StoaProvider stoa={browser}>
      <Thread postId={postId} />
    </StoaProvider>
  )
  expect(renderToString(samePage)).toBe(html)
})

test('a hook without a provider throws a clear error', () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  function Lost() {
    useStoa()
    return null
  }
  expect(() => render(<Lost />)).toThrow('no StoaProvider')
  quiet.mockRestore()
})
