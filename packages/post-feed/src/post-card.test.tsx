import {
  exampleId,
  examplePollPost,
  examplePreviews,
  exampleStory,
  exampleSummary,
  publisherOf,
} from '@stoa/contract/fixtures'
import { I18nProvider } from '@stoa/ui'
import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { PostCard } from './post-card.tsx'

describe('PostCard', () => {
  it('links to the post, its comments, its author and its topic', () => {
    render(<PostCard post={exampleSummary()} showCommunity />)
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(href(exampleSummary().title)).toBe('/bbs/FORUM/community/what-did-you-fix-this-week')
    expect(href('132 comments')).toBe('/bbs/FORUM/community/what-did-you-fix-this-week#comments')
    expect(href('Otto Demo')).toBe('/author/otto-demo')
    expect(href('The Forum')).toBe('/bbs/FORUM')
    expect(href('Repairs')).toBe(`/bbs/FORUM?flair=${exampleId(1, 'f')}`)
  })

  it('leads to the earliest new comment: in the whole thread if one page shows it, or from there on', () => {
    const path = '/bbs/FORUM/community/what-did-you-fix-this-week'
    const [id, parentCommentId] = [exampleId(1, 'c'), exampleId(2, 'c')]
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    const read = (firstNew: { id: string; parentCommentId: string | null } | undefined, newComments = 5) => ({
      until: 0,
      newComments,
      ...(firstNew && { firstNew }),
    })
    const short = exampleSummary({ numComments: 10 })
    const { rerender } = render(<PostCard post={short} read={read(undefined)} />)
    expect(href('5 new')).toBe(`${path}?sort=old#new`)
    rerender(<PostCard post={short} read={read({ id, parentCommentId: null })} />)
    expect(href('5 new')).toBe(`${path}?sort=old#new`)
    rerender(<PostCard post={exampleSummary({ numComments: 11 })} read={read({ id, parentCommentId: null })} />)
    expect(href('5 new')).toBe(`${path}/comment/${id}?sort=old#new`)
    rerender(<PostCard post={short} read={read({ id, parentCommentId }, 99)} summary="A story" />)
    expect(href('99+ new')).toBe(`${path}/comment/${parentCommentId}/reply/${id}?sort=old#new`)
    rerender(<PostCard post={exampleSummary()} read={{ until: 0, newComments: 0 }} />)
    expect(screen.queryByRole('link', { name: /new$/ })).toBeNull()
  })

  it('names the language of a text in another script, and leaves its direction to the text', () => {
    const post = exampleSummary({ title: 'מי בא לים בשבת?', excerpt: 'Bring a towel.' })
    const { container, rerender } = render(<PostCard post={post} />)
    const seen = () =>
      ['.stoa-card-title', '.stoa-card-excerpt'].map((selector) => {
        const element = container.querySelector(selector)
        return [element?.getAttribute('dir'), element?.getAttribute('lang')]
      })
    expect(seen()).toEqual([
      ['auto', 'he'],
      ['auto', null],
    ])
    rerender(
      <I18nProvider locale="he">
        <PostCard post={post} />
      </I18nProvider>,
    )
    expect(seen()).toEqual([
      ['auto', null],
      ['auto', ''],
    ])
  })

  it('uses other links if given', () => {
    render(
      <PostCard
        post={exampleStory}
        postHref={(post) => `https://forum.example/${post.slugUrl}`}
        authorHref={(slug) => `https://forum.example/@${slug}`}
      />,
    )
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(href('The first book of the day')).toBe('https://forum.example/the-first-book-of-the-day')
    expect(href('Mira Demo')).toBe('https://forum.example/@mira-demo')
  })

  it('reserves space for its picture and loads it lazily, unless it is in the first view', () => {
    const { container, rerender } = render(<PostCard post={exampleStory} />)
    const image = () => container.querySelector('.stoa-card-image')
    expect(image()?.getAttribute('loading')).toBe('lazy')
    expect(image()?.hasAttribute('width')).toBe(true)
    rerender(<PostCard post={exampleStory} eager />)
    expect(image()?.getAttribute('loading')).toBe('eager')
  })

  it('marks a video with its length, where that is known', () => {
    const video = (durationMs: number | null) => ({ ...exampleStory, video: { durationMs } })
    const { rerender } = render(<PostCard post={video(62_400)} />)
    expect(screen.getByRole('img', { name: 'Video, 1:02' })).toBeTruthy()
    rerender(<PostCard post={video(3_723_000)} />)
    expect(screen.getByRole('img', { name: 'Video, 1:02:03' })).toBeTruthy()
    rerender(<PostCard post={video(null)} />)
    expect(screen.getByRole('img', { name: 'Video' })).toBeTruthy()
    rerender(<PostCard post={exampleStory} />)
    expect(screen.queryByRole('img', { name: /Video/ })).toBeNull()
  })

  it('shows a poll to vote in, but only a summary on a pinned card', () => {
    const { rerender } = render(<PostCard post={examplePollPost} poll={<button type="button">vote</button>} />)
    expect(screen.getByRole('button', { name: 'vote' })).toBeTruthy()
    rerender(<PostCard post={{ ...examplePollPost, isPinned: true }} poll={<button type="button">vote</button>} />)
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByText('Saturday morning')).toBeTruthy()
    expect(screen.getByText(/100 votes/)).toBeTruthy()
    expect(screen.getByText('Pinned')).toBeTruthy()
  })

  it('shows the state of a post that isn’t public', () => {
    const states = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((status) => {
      const { container, unmount } = render(<PostCard post={exampleSummary({ status, flairs: [] })} />)
      const text = container.querySelector('.stoa-card-byline .stoa-badge')?.textContent
      unmount()
      return text
    })
    expect(states).toEqual([
      'Hidden',
      'Hidden',
      'Hidden',
      'Hidden',
      'Pending approval',
      'Pending captions',
      'Unlisted',
      'Scheduled',
      'Draft',
    ])
  })

  it('shows the site of an unclaimed article', () => {
    render(<PostCard post={exampleSummary({ ...publisherOf(''), publisherName: 'news.example' })} />)
    expect(screen.getByText('news.example').closest('a')).toBeNull()
    expect(screen.queryByText('anonymous')).toBeNull()
  })

  it('doesn’t link an anonymous author', () => {
    render(<PostCard post={exampleSummary(publisherOf(''))} />)
    expect(screen.getByText('anonymous').closest('a')).toBeNull()
  })

  it('shows the number of remaining comments, with a link', () => {
    const { container, rerender } = render(
      <PostCard post={exampleSummary({ previewComments: examplePreviews, numComments: 22 })} />,
    )
    const others = container.querySelector('details')
    expect(others?.querySelector('summary')?.textContent).toBe('20 more comments')
    const rest = others?.querySelector('a')
    expect(rest?.textContent).toBe('17 more comments')
    expect(rest?.getAttribute('href')).toBe('/bbs/FORUM/community/what-did-you-fix-this-week#comments')
    rerender(<PostCard post={exampleSummary({ previewComments: examplePreviews, numComments: 5 })} />)
    expect(container.querySelector('summary')?.textContent).toBe('3 more comments')
    expect(container.querySelector('details a')).toBeNull()
  })

  it('shows two comments, the others on demand, with one Tab stop', () => {
    const { container } = render(
      <PostCard post={exampleSummary({ previewComments: examplePreviews, numComments: 5 })} />,
    )
    const lines = [...container.querySelectorAll('.stoa-card-previews > ul > li p')].map((line) => line.textContent)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^Mira Demo A drawer/)
    const others = container.querySelector('details')
    expect(others?.open).toBe(false)
    expect(others?.querySelector('summary')?.textContent).toBe('3 more comments')
    expect(others?.querySelectorAll('li')).toHaveLength(3)
    expect(others?.textContent).toContain('anonymous My bicycle lamp')
    const link = container.querySelector('.stoa-card-previews a')
    expect(link?.getAttribute('href')).toBe('/bbs/FORUM/community/what-did-you-fix-this-week#comments')
    expect(container.querySelectorAll('.stoa-card-previews a:not([tabindex="-1"])')).toHaveLength(0)
  })

  it('reserves no space without comments, and has nothing to expand with two', () => {
    const { container, rerender } = render(<PostCard post={exampleSummary()} />)
    expect(container.querySelector('.stoa-card-previews')).toBeNull()
    rerender(<PostCard post={exampleSummary({ previewComments: [] })} />)
    expect(container.querySelector('.stoa-card-previews')).toBeNull()
    rerender(<PostCard post={exampleSummary({ previewComments: examplePreviews.slice(0, 2) })} />)
    expect(container.querySelector('.stoa-card-previews')).not.toBeNull()
    expect(container.querySelector('details')).toBeNull()
  })

  it('renders hostile text as text', () => {
    const text = '<img src=x onerror=alert(1)>'
    const html = renderToString(
      <PostCard
        post={exampleSummary({
          title: text,
          excerpt: text,
          publisherProfileName: text,
          previewComments: [{ ...examplePreviews[0]!, publisherName: text, excerpt: text }],
        })}
      />,
    )
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img')
  })
})
