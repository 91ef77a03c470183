import type { ApiCall } from '@stoa/client'
import type { Me } from '@stoa/contract'
import { content, exampleCommunity, exampleMe, examplePost, paragraph } from '@stoa/contract/fixtures'
import { createStoa, putEntities } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { createToasts } from '@stoa/ui'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { createHistoryCache } from '../../history-cache.ts'
import { type HostedApp, HostedAppProvider } from '../../hosted-app.ts'
import { CreatePostScreen } from './create-post-screen.tsx'

beforeEach(() => localStorage.clear())

const community = exampleCommunity({ tokenName: 'FORUM', activeFlairs: [] })
const post = examplePost({ tokenName: 'FORUM', title: 'A title', postContent: content(paragraph('Words')) })

function Place() {
  const { pathname, search } = useLocation()
  return <output aria-label="place">{pathname + search}</output>
}

function open(viewer: Me | null, address: string, data: { postId: string | null; parentPostId: string | null }) {
  const call = (async (name: string) =>
    name === 'postGet' ? { post } : { items: [], cursor: null, hasMore: false }) as ApiCall
  const stoa = createStoa({ client: { call } })
  stoa.state.setState({ viewer })
  putEntities(stoa, { posts: { [post.id]: post }, communities: { FORUM: community } })
  const app = { stoa, toasts: createToasts(), history: createHistoryCache(), origin: '', session: null, config: {} }
  const loader = () => ({ tokenName: 'FORUM', ...data, head: {} })
  const router = createMemoryRouter(
    [
      { path: '/bbs/FORUM/posts/create', loader, Component: CreatePostScreen, HydrateFallback: () => null },
      { path: '*', Component: Place },
    ],
    { initialEntries: [address] },
  )
  render(
    <HostedAppProvider value={app as unknown as HostedApp}>
      <StoaProvider stoa={stoa}>
        <RouterProvider router={router} />
      </StoaProvider>
    </HostedAppProvider>,
  )
}

const path = '/bbs/FORUM/posts/create'

test('people who may edit a post get its form, others the same as for a missing post', async () => {
  open(exampleMe({ id: post.publisherId }), path, { postId: post.id, parentPostId: null })
  expect(await screen.findByDisplayValue('A title')).toBeDefined()
})

test('somebody else’s post can’t be edited', async () => {
  open(exampleMe({ id: 'z'.repeat(20) }), path, { postId: post.id, parentPostId: null })
  expect(await screen.findByRole('heading', { level: 1 })).toBeDefined()
  expect(screen.queryByDisplayValue('A title')).toBeNull()
})

test('signing in first leads back to the full address', async () => {
  const address = `${path}?parentPostId=${post.id}`
  open(null, address, { postId: null, parentPostId: post.id })
  const place = await screen.findByLabelText('place')
  expect(new URL(place.textContent ?? '', 'https://forum.example').searchParams.get('next')).toBe(address)
})
