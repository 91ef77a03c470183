import { exampleFeed, exampleSummary } from '@stoa/contract/fixtures'
import { createStoa, type StoaOptions } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ConnectedRecommendedPosts } from './connected-recommended-posts.tsx'
import { RecommendedPosts } from './recommended-posts.tsx'

it('links to at most ten posts', () => {
  const posts = Array.from({ length: 12 }, (_, index) =>
    exampleSummary({ id: `post-${index}`, slugUrl: `post-${index}`, title: `Post ${index}` }),
  )
  render(<RecommendedPosts posts={posts} />)
  expect(screen.getByRole('heading', { name: 'Read next' })).toBeTruthy()
  expect(screen.getAllByRole('link')).toHaveLength(10)
  expect(screen.getByRole('link', { name: 'Post 0' }).getAttribute('href')).toBe('/bbs/FORUM/community/post-0')
})

it('renders nothing without posts', () => {
  expect(render(<RecommendedPosts posts={[]} />).container.innerHTML).toBe('')
})

it('uses other links if given', () => {
  render(<RecommendedPosts posts={exampleFeed.slice(0, 1)} postHref={({ slugUrl }) => `/x/${slugUrl}`} />)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/x/the-first-book-of-the-day')
})

it('shows the store’s recommendations except the post being read', async () => {
  const call = async () => ({ items: exampleFeed, cursor: null, hasMore: false })
  const stoa = createStoa({ client: { call: call as unknown as StoaOptions['client']['call'] } })
  render(
    <StoaProvider stoa={stoa}>
      <ConnectedRecommendedPosts tokenName="FORUM" exceptPostId={exampleFeed[0]?.id} />
    </StoaProvider>,
  )
  await screen.findByRole('link', { name: exampleFeed[1]?.title ?? '' })
  expect(screen.getAllByRole('link')).toHaveLength(3)
})

it('gives titles their language', () => {
  render(<RecommendedPosts posts={[exampleSummary({ title: 'מי בא לים בשבת?' })]} />)
  const { dir, lang } = screen.getByRole('link')
  expect([dir, lang]).toEqual(['auto', 'he'])
})
