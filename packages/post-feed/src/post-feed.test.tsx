import { exampleFeed, exampleId, exampleSummary } from '@stoa/contract/fixtures'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import type { FeedQuery } from './feed-toolbar.tsx'
import { PostFeed } from './post-feed.tsx'

const query: FeedQuery = { sort: 'hot', since: 'all', flairId: null }
const queryHref = ({ sort, since, flairId }: FeedQuery) => `?sort=${sort}&since=${since}&flair=${flairId ?? ''}`
const topics = [{ id: exampleId(1, 'f'), name: 'Repairs', color: 'orange' as const }]

describe('PostFeed', () => {
  it('lists posts in the given order, pinned ones first and once', () => {
    const pinned = [exampleSummary({ isPinned: true })]
    render(<PostFeed posts={exampleFeed} pinned={pinned} />)
    const titles = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
    expect(titles).toEqual([exampleFeed[1], exampleFeed[0], exampleFeed[2], exampleFeed[3]].map((post) => post?.title))
    expect(within(screen.getByRole('list', { name: 'Pinned posts' })).getAllByRole('article')).toHaveLength(1)
  })

  it('renders reactions for every post and polls for those that have one', () => {
    render(
      <PostFeed posts={exampleFeed} renderReactions={(post) => `r:${post.id}`} renderPoll={(post) => `p:${post.id}`} />,
    )
    expect(screen.getAllByText(/^r:/)).toHaveLength(4)
    expect(screen.getAllByText(/^p:/)).toHaveLength(1)
  })

  it('shows and announces placeholders while loading', () => {
    const { container } = render(<PostFeed posts={[]} status="loading" />)
    expect(screen.getByRole('region', { name: 'Posts' }).getAttribute('aria-busy')).toBe('true')
    expect(container.querySelectorAll('.stoa-card-skeleton').length).toBeGreaterThan(1)
    expect(screen.queryByText('No posts yet')).toBeNull()
  })

  it('explains why it is empty, and links out of a filter', () => {
    const { rerender } = render(<PostFeed posts={[]} emptyAction={<a href="/new">Write the first post</a>} />)
    expect(screen.getByText('No posts yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Write the first post' })).toBeTruthy()
    rerender(<PostFeed posts={[]} query={{ ...query, sort: 'top', since: 'week' }} queryHref={queryHref} />)
    expect(screen.getByRole('link', { name: 'Show all posts' }).getAttribute('href')).toBe('?sort=top&since=all&flair=')
  })

  it('shows that posts failed to load, and retries', () => {
    const onRetry = vi.fn<() => void>()
    render(<PostFeed posts={[]} status="error" error="The network is down." onRetry={onRetry} />)
    expect(screen.getByText('The network is down.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it('offers new posts without moving what is read', () => {
    const onShowNew = vi.fn<() => void>()
    const { rerender } = render(<PostFeed posts={exampleFeed} newCount={0} onShowNew={onShowNew} />)
    expect(screen.queryByRole('button')).toBeNull()
    rerender(<PostFeed posts={exampleFeed} newCount={3} onShowNew={onShowNew} />)
    fireEvent.click(screen.getByRole('button', { name: '3 new posts' }))
    expect(onShowNew).toHaveBeenCalledOnce()
  })

  it('moves focus to the first new post, also below pinned ones', async () => {
    const [pinned, ...others] = exampleFeed
    const fresh = exampleSummary({ id: exampleId(99, 'p'), title: 'Just now' })
    const feed = {
      pinned: pinned ? [pinned] : [],
      onShowNew: () => view.rerender(<PostFeed {...feed} posts={[fresh, ...others]} />),
    }
    const view = render(<PostFeed {...feed} posts={others} newCount={1} />)
    fireEvent.click(screen.getByRole('button', { name: '1 new post' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Just now'))
  })

  it('has a real link to the next page, handled by scripts', () => {
    const html = renderToString(<PostFeed posts={exampleFeed} hasMore nextHref="?pages=2" />)
    expect(html).toContain('href="?pages=2"')
    const onLoadMore = vi.fn<() => void>()
    render(<PostFeed posts={exampleFeed} hasMore nextHref="?pages=2" onLoadMore={onLoadMore} />)
    expect(fireEvent.click(screen.getByRole('link', { name: 'Load more posts' }))).toBe(false)
    expect(onLoadMore).toHaveBeenCalledOnce()
  })

  it('announces loaded posts, failures, and the end of the feed', () => {
    const feed = (posts: typeof exampleFeed, more: 'idle' | 'loading' | 'error', hasMore = true) => (
      <PostFeed posts={posts} hasMore={hasMore} moreStatus={more} onLoadMore={() => {}} />
    )
    const { rerender } = render(feed(exampleFeed.slice(0, 1), 'idle'))
    rerender(feed(exampleFeed.slice(0, 1), 'loading'))
    expect(screen.getByRole('button', { name: 'Load more posts' }).getAttribute('aria-busy')).toBe('true')
    rerender(feed(exampleFeed, 'idle'))
    expect(screen.getByText('3 more posts loaded')).toBeTruthy()
    rerender(feed(exampleFeed, 'error'))
    expect(screen.getByText('Couldn’t load more posts.')).toBeTruthy()
    rerender(feed(exampleFeed, 'idle', false))
    expect(screen.getByText('You’ve reached the end.')).toBeTruthy()
  })

  it('changes order, period and topic by links that keep the other choices', () => {
    const onQueryChange = vi.fn<(query: FeedQuery) => void>()
    const current = { ...query, sort: 'top', since: 'week', flairId: topics[0]?.id ?? null } as const
    render(
      <PostFeed
        posts={exampleFeed}
        query={current}
        queryHref={queryHref}
        onQueryChange={onQueryChange}
        flairs={topics}
      />,
    )
    const nav = (name: string) => within(screen.getByRole('navigation', { name }))
    expect(
      nav('Sort')
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Hot', 'New', 'Top', 'Active'])
    expect(nav('Sort').getByRole('link', { current: 'page' }).textContent).toBe('Top')
    expect(nav('Time').getByRole('link', { current: true }).textContent).toBe('This week')
    expect(nav('Topics').getByRole('link', { current: 'page' }).textContent).toBe('Repairs')
    // Periods only apply to top posts: another order removes it.
    const link = nav('Sort').getByRole('link', { name: 'New' })
    expect(link.getAttribute('href')).toBe(`?sort=new&since=all&flair=${exampleId(1, 'f')}`)
    expect(fireEvent.click(link)).toBe(false)
    expect(fireEvent.click(nav('Topics').getByRole('link', { name: 'All topics' }))).toBe(false)
    expect(onQueryChange.mock.calls).toEqual([
      [{ ...current, sort: 'new', since: 'all' }],
      [{ ...current, flairId: null }],
    ])
  })

  it('renders the same on the server and at first in the browser', () => {
    const feed = (
      <PostFeed
        posts={exampleFeed}
        query={query}
        queryHref={queryHref}
        flairs={topics}
        hasMore
        nextHref="?pages=2"
        onLoadMore={() => {}}
      />
    )
    const container = document.createElement('div')
    container.innerHTML = renderToString(feed)
    const complaint = vi.spyOn(console, 'error')
    render(feed, { container: document.body.appendChild(container), hydrate: true })
    expect(complaint).not.toHaveBeenCalled()
    expect(container.querySelectorAll('article')).toHaveLength(4)
    complaint.mockRestore()
  })
})
