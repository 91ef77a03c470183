import { type ApiCall, StoaError } from '@stoa/client'
import { type CallInput, errors, type Post } from '@stoa/contract'
import { content, exampleCommunity, exampleMe, examplePost, paragraph } from '@stoa/contract/fixtures'
import { createStoa, putEntities, type Stoa } from '@stoa/store'
import { StoaProvider, usePost } from '@stoa/store/react'
import { createToasts, ToastRegion } from '@stoa/ui'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { createHistoryCache } from '../history-cache.ts'
import { type HostedApp, HostedAppProvider } from '../hosted-app.ts'
import { PostComposer } from '../screens/create-post/post-composer.tsx'

export const community = exampleCommunity({ tokenName: 'FORUM', activeFlairs: [] })
/** Content with one paragraph. */
export const text = (words: string) => content(paragraph(words))

type Responses = Partial<
  Record<
    'postCreate' | 'postEdit' | 'postDraftSave' | 'postDraftSchedule' | 'postGet' | 'communityJoin',
    (input: never) => unknown
  >
>

/** The server's refusal. */
export function refusal(code: keyof typeof errors, details?: StoaError['details']) {
  return new StoaError(code, { ...errors[code], details })
}

/** A forum whose calls get these responses; others find no server. */
export function fakeStoa(responses: Responses) {
  const keys: (string | undefined)[] = []
  const actors: [string, string | undefined][] = []
  const call = vi.fn(async (name: string, input: unknown, options?: { idempotencyKey?: string; actorId?: string }) => {
    if (name === 'postOwnCounts') return { draft: 0, pending: 0, scheduled: 0, hidden: 0 }
    keys.push(options?.idempotencyKey)
    actors.push([name, options?.actorId])
    const respond = responses[name as keyof Responses]
    if (!respond) throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
    return respond(input as never)
  })
  const stoa = createStoa({ client: { call: call as unknown as ApiCall } })
  stoa.state.setState({ viewer: exampleMe(), communities: { FORUM: community } })
  return {
    stoa,
    keys,
    actors,
    inputs: () =>
      call.mock.calls.filter(([name]) => name !== 'postOwnCounts').map(([, input]) => input as CallInput<'postEdit'>),
  }
}

function Place() {
  return <output aria-label="place">{useLocation().pathname}</output>
}

function Editor({ postId }: { postId: string | null }) {
  const post = usePost(postId ?? '')
  return <PostComposer community={community} post={post ?? null} />
}

/** Renders the composer of a new post, or of this one. */
export function show(stoa: Stoa, post: Post | null = null) {
  // Or its drafts would be written during the next test.
  onTestFinished(() => stoa.destroy())
  if (post) putEntities(stoa, { posts: { [post.id]: post } })
  const toasts = createToasts()
  const app = {
    stoa,
    toasts,
    history: createHistoryCache(),
    origin: '',
    session: null,
    config: {},
  } as unknown as HostedApp
  const screen = (
    <>
      <Editor postId={post?.id ?? null} />
      <ToastRegion toasts={toasts} />
      <Place />
    </>
  )
  return render(
    <HostedAppProvider value={app}>
      <StoaProvider stoa={stoa}>
        <RouterProvider router={createMemoryRouter([{ path: '*', element: screen }])} />
      </StoaProvider>
    </HostedAppProvider>,
  )
}

/** A field by its label. */
export const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
export const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } })
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
/** Chooses another way to post. */
export async function choose(name: string): Promise<void> {
  await press('More ways to post')
  await userEvent.click(screen.getByRole('menuitem', { name }))
}

/** Adds a poll in the settings, a sheet here. */
export async function addPoll(): Promise<void> {
  await press('Post settings')
  await press('Add a poll')
}

/** The page that is shown. */
export const place = () => screen.getByLabelText('place').textContent

/** A draft of the viewer's. */
export const draft = examplePost({
  kind: 'community',
  tokenName: 'FORUM',
  publisherId: exampleMe().id,
  status: 9,
  title: 'Begun',
  postContent: text('Begun'),
  revision: 1,
})
export const published = { ...draft, status: 0 }

/** Lets the clock run on. */
export const after = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
