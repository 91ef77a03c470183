import type { PostSummary } from '@stoa/contract'
import { exampleFeed, exampleId, exampleSummary } from '@stoa/contract/fixtures'
import { createStoa, feed, type StoaOptions } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ConnectedPostFeed } from './connected-post-feed.tsx'

type Call = (name: string, input: Record<string, unknown>) => Promise<unknown>

const page = (items: readonly PostSummary[], cursor: string | null) => ({ items, cursor, hasMore: cursor !== null })

function open(call: Call, onMore = vi.fn<(visibleCount: number) => void>()) {
  const stoa = createStoa({ client: { call: call as StoaOptions['client']['call'] } })
  render(
    <StoaProvider stoa={stoa}>
      <ConnectedPostFeed
        list={feed({ type: 'all', tokenName: 'FORUM' })}
        tokenName="FORUM"
        hrefAfter={(cursor) => `?after=${cursor}`}
        onMore={onMore}
      />
    </StoaProvider>,
  )
  return { onMore }
}

const titles = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)

it('loads its first page with placeholders, and grows', async () => {
  const older = exampleSummary({ id: exampleId(8, 'p'), title: 'An older post' })
  const { onMore } = open(async (_name, { cursor }) => (cursor ? page([older], null) : page(exampleFeed, 'next')))
  expect(document.querySelector('.stoa-card-skeleton')).toBeTruthy()

  const more = await screen.findByRole('link', { name: 'Load more posts' })
  expect(more.getAttribute('href')).toBe('?after=next')
  expect(titles()).toEqual(exampleFeed.map((post) => post.title))
  fireEvent.click(more)
  expect(onMore).toHaveBeenCalledWith(exampleFeed.length)
  await screen.findByText('You’ve reached the end.')
  expect(titles()).toEqual([...exampleFeed.map((post) => post.title), 'An older post'])
})

it('shows that the first page failed, and retries', async () => {
  let works = false
  open(async () => {
    if (!works) throw new Error('The network is down.')
    return page(exampleFeed, null)
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  works = true
  fireEvent.click(retry)
  await screen.findByText(exampleFeed[0]?.title ?? '')
})

it('names the community of a story that another has syndicated', async () => {
  const story = exampleSummary({ kind: 'story', tokenName: 'GARDEN', communityTitle: 'Gardens', isSyndicated: true })
  open(async () => page([exampleSummary({ id: exampleId(8, 'p') }), story], null))
  await screen.findByText('Syndicated')
  expect([...document.querySelectorAll('.stoa-card-community')].map((link) => link.textContent)).toEqual(['Gardens'])
})

it('votes and reacts in place', async () => {
  const call = vi.fn<Call>(async (name) =>
    name === 'postList' ? page(exampleFeed, null) : Promise.reject(new Error()),
  )
  open(call)
  fireEvent.click(await screen.findByRole('button', { name: /Sunday/ }))
  fireEvent.click(screen.getAllByRole('button', { name: /^Like/ })[0] as HTMLElement)
  await vi.waitFor(() => {
    expect(call.mock.calls.map(([name]) => name)).toEqual(expect.arrayContaining(['postVote', 'postReaction']))
  })
})
