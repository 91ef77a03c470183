import type { CallInput } from '@stoa/contract'
import { exampleCommunity, exampleMe, exampleSummary } from '@stoa/contract/fixtures'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { Rail } from '../../shell/rail/rail.tsx'
import { ForumAt } from '../../testing/forum-at.tsx'

// Preloaded, so that loading doesn't count toward the tests' time.
beforeAll(async () => {
  await Promise.all([import('./home-feed.tsx'), import('./popular-screen.tsx')])
})

function open(path: string, content: Omit<Parameters<typeof ForumAt>[0], 'path'> = {}) {
  const postList = vi.fn((_: CallInput<'postList'>) => ({
    items: [...(content.posts ?? [exampleSummary({ title: 'A post' })])],
    cursor: null,
    hasMore: false,
  }))
  render(<ForumAt path={path} {...content} callResponses={{ postList }} />)
  return postList
}

test('the feed asks for its part and order, and each choice is an address', async () => {
  const postList = open('/bbs/feed')
  expect(await screen.findByText('A post')).toBeTruthy()
  expect(postList).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'home', sort: 'hot', since: 'all' }))
  await userEvent.click(screen.getByRole('link', { name: 'People I follow' }))
  await waitFor(() =>
    expect(postList).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'followed', sort: 'hot' })),
  )
  await userEvent.click(screen.getByRole('link', { name: 'New' }))
  await waitFor(() =>
    expect(postList).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'followed', sort: 'new' })),
  )
  expect(screen.getByRole('link', { name: 'People I follow' }).getAttribute('aria-current')).toBe('page')
})

test('an empty feed offers communities', async () => {
  open('/bbs/feed', { posts: [], communities: [exampleCommunity({ title: 'Boats' })] })
  expect(await screen.findByText('Your feed is empty')).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Boats' })
  expect(link.closest('section')?.textContent).toContain('Communities to join')
})

test('in wide windows the posts of the week that people liked most are beside the feed, after it for the keyboard', async () => {
  const media = { addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('matchMedia', (query: string) => ({ ...media, matches: query.includes('min-width: 68') }))
  const postList = open('/bbs/feed')
  const panel = (await screen.findByRole('heading', { name: 'Popular this week' })).closest('section')
  vi.unstubAllGlobals()
  expect(postList).toHaveBeenCalledWith({ type: 'all', sort: 'top', since: 'week', limit: 5 })
  const [ofFeed, ofPanel] = screen.getAllByRole('link', { name: 'A post' })
  expect(panel?.contains(ofPanel ?? null)).toBe(true)
  expect(panel?.contains(ofFeed ?? null)).toBe(false)
})

test('visitors sign in first, and are told why', async () => {
  const postList = open('/bbs/feed', { viewer: null })
  const heading = 'Sign in to see posts from your communities and the people you follow'
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
  expect(postList).not.toHaveBeenCalled()
})

test('popular posts are for everybody, and leave out what only the viewer’s feed has', async () => {
  const postList = open('/bbs/popular', { viewer: null })
  expect(await screen.findByRole('heading', { name: 'Popular' })).toBeTruthy()
  expect(postList).toHaveBeenCalledWith(expect.objectContaining({ type: 'all', sort: 'hot' }))
  expect(postList.mock.calls[0]?.[0]).not.toHaveProperty('tokenName')
  expect(screen.queryByRole('link', { name: 'Your feed' })).toBeNull()
})

const rail = { viewer: exampleMe(), path: '/', communities: [], unseen: 0, unreadMessages: 0, drafts: 0, queue: 0 }
const railLinks = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

test('the rail has the feed first, except on a domain of one community', () => {
  const { rerender } = render(<Rail {...rail} />)
  expect(railLinks().slice(0, 3)).toEqual(['/bbs/feed', '/', '/bbs/popular'])
  rerender(<Rail {...rail} showsCommunities={false} />)
  expect(railLinks()[0]).toBe('/')
  expect(railLinks()).not.toContain('/bbs/popular')
})

test('a domain of one community has neither screen', async () => {
  const postList = open('/bbs/feed', { config: { enableForumPicker: false, isSingleTokenDomain: true } })
  expect(await screen.findByRole('heading', { level: 1, name: 'The Forum' })).toBeTruthy()
  expect(postList).not.toHaveBeenCalledWith(expect.objectContaining({ type: 'home' }))
})
