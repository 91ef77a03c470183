import { exampleComment, examplePost, exampleSummary } from '@stoa/contract/fixtures'
import { ConnectedPoll } from '@stoa/poll'
import { ConnectedReactions, ReactionBar } from '@stoa/reactions'
import { createStoa, feed, forumLinks, putEntities, type StoaOptions } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { LinkProvider } from '@stoa/ui'
import { render, screen } from '@testing-library/react'
import { type ComponentProps, createRef } from 'react'
import { expect, it } from 'vitest'
import { ConnectedPostFeed } from './connected-post-feed.tsx'
import { PostCard } from './post-card.tsx'

const post = exampleSummary()
const rootProps = { className: 'mine', id: 'one', style: { margin: '1px' }, 'aria-describedby': 'x', 'data-test': 'y' }

it('passes attributes and ref only to the outermost element', () => {
  const bar = createRef<HTMLDivElement>()
  const card = createRef<HTMLElement>()
  render(
    <>
      <ReactionBar {...rootProps} ref={bar} counts={{ 'thumb-up': 1, 'thumb-down': 0 }} onReact={() => {}} />
      <PostCard {...rootProps} ref={card} post={post} showCommunity />
    </>,
  )
  for (const { current } of [bar, card]) {
    expect(current?.classList.contains('mine') && current.classList.contains('stoa-part')).toBe(true)
    expect([current?.id, current?.style.margin, current?.dataset.test]).toEqual(['one', '1px', 'y'])
    expect(current?.getAttribute('aria-describedby')).toBe('x')
    expect(current?.hasAttribute('showCommunity')).toBe(false)
  }
})

it('keeps them while loading and afterward', async () => {
  const call = async (name: string) =>
    name === 'postGet' ? { post: examplePost({ id: post.id }) } : { comment: exampleComment('wren') }
  const stoa = createStoa({ client: { call: call as StoaOptions['client']['call'] } })
  const { container } = render(
    <StoaProvider stoa={stoa}>
      <ConnectedReactions {...rootProps} entityType="Post" entityId={post.id} />
      <ConnectedPoll {...rootProps} postId={post.id} />
    </StoaProvider>,
  )
  expect(container.querySelectorAll('.mine[aria-busy]')).toHaveLength(2)
  await screen.findByRole('button', { name: /^Like/ })
  expect(container.querySelector('.stoa-reactions.mine')?.id).toBe('one')
})

it('links to the forum, with the application’s link component', () => {
  const list = feed({ type: 'all', tokenName: 'FORUM' })
  const stoa = createStoa({
    client: { call: (() => new Promise(() => {})) as never },
    links: forumLinks('https://forum.example'),
  })
  putEntities(stoa, { posts: { [post.id]: post } })
  const RouterLink = ({ children, ...rest }: ComponentProps<'a'>) => (
    <a {...rest} data-router="">
      {children}
    </a>
  )
  render(
    <StoaProvider stoa={stoa}>
      <LinkProvider component={RouterLink}>
        <PostCard post={post} {...stoa.options.links} authorHref={(slug) => `/people/${slug}`} />
        <ConnectedPostFeed list={list} />
      </LinkProvider>
    </StoaProvider>,
  )
  const title = screen.getByRole('link', { name: post.title })
  expect(title.getAttribute('href')).toMatch(/^https:\/\/forum\.example\/bbs\//)
  expect(title.dataset.router).toBe('')
  expect(screen.getByRole('link', { name: post.publisherProfileName || post.publisherName }).getAttribute('href')).toBe(
    `/people/${post.publisherSlugUrl}`,
  )
})
