import { isPublicPost, type Viewer } from '@stoa/contract'
import { exampleId, exampleMe, examplePost, publisherOf } from '@stoa/contract/fixtures'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PostMenu } from './menu/post-menu.tsx'
import { PostView } from './post-view.tsx'
import { prepareBlocks } from './rare-block.tsx'
import { StatusBanner } from './status-banner.tsx'

const viewer = (changes: Partial<NonNullable<Viewer>> = {}) =>
  exampleMe({ id: exampleId(9, 'u'), joinedCommunities: [], ...changes })
const author = viewer({ id: examplePost().publisherId })

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('PostView', () => {
  it('is readable from the server: one first-level heading, the text, the publisher', () => {
    const html = renderToString(<PostView post={examplePost()} />)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain('frayed where hands have held it')
    expect(html).toContain('href="/author/mira-demo"')
  })

  it('renders the same on the server and at first in the browser', () => {
    const view = <PostView post={examplePost({ editedAt: Date.UTC(2025, 9, 10) })} comments={<p>thread</p>} />
    const html = renderToString(view)
    const container = document.createElement('div')
    container.innerHTML = html
    const complaint = vi.spyOn(console, 'error')
    render(view, { container: document.body.appendChild(container), hydrate: true })
    expect(complaint).not.toHaveBeenCalled()
    expect(container.querySelectorAll('h1')).toHaveLength(1)
    complaint.mockRestore()
  })

  it('plays the forum’s own videos without a cover on other sites, and only those', async () => {
    const origin = 'https://forum.example'
    const film = (url: string) => ({ type: 'video', data: { url } })
    const path = `/media/${exampleId(1, 'm')}/video.mp4`
    const blocks = [film(origin + path), film(`https://films.example${path}`), film(`${origin}.evil.example${path}`)]
    const postContent = JSON.stringify({ blocks })
    await prepareBlocks(postContent)
    render(<PostView post={examplePost({ postContent })} origin={origin} />)
    expect(document.querySelectorAll('video')).toHaveLength(1)
    expect(document.querySelector('video source')?.getAttribute('src')).toBe(`${origin}${path}#t=0.1`)
    expect(screen.getAllByRole('link', { name: /Play video/ })).toHaveLength(2)
  })

  it('labels partners, with a link to the community’s partners', () => {
    render(<PostView post={examplePost()} />)
    const label = screen.getByRole('link', { name: 'Partner in The Forum: view all partners' })
    expect(label.getAttribute('href')).toBe('/bbs/FORUM/tab/holders?type=partner')
    expect(screen.queryByText('anonymous')).toBeNull()
  })

  it('shows the site of an unclaimed article', () => {
    render(<PostView post={examplePost({ ...publisherOf(''), publisherName: 'news.example' })} />)
    expect(screen.getByText('news.example').closest('a')).toBeNull()
    expect(screen.queryByText('anonymous')).toBeNull()
  })

  it.each([5, 6, 8, 9])('says that comments open later, with status %d', (status) => {
    render(<PostView post={examplePost({ status })} comments={<p>Comments are closed.</p>} />)
    expect(document.querySelector('#comments')?.textContent).toBe('Comments open when the post is published.')
    expect(screen.queryByRole('link', { name: 'No comments yet' })).toBeNull()
  })

  it('shows when a scheduled post will be published, instead of when it was begun', () => {
    const scheduledAt = Date.now() + 2 * 86_400_000
    render(<PostView post={examplePost({ status: 8, scheduledAt })} />)
    const line = screen.getByText(/^Publishes/)
    expect(line.querySelector('time')?.dateTime).toBe(new Date(scheduledAt).toISOString())
    expect(line.querySelectorAll('time')).toHaveLength(1)
  })

  it('doesn’t link an anonymous author', () => {
    render(<PostView post={examplePost({ ...publisherOf(''), createdByWhitelistedUser: false })} />)
    expect(screen.getByText('anonymous').closest('a')).toBeNull()
    expect(screen.queryByText('Partner')).toBeNull()
  })

  it.each([
    ['those who may', true],
    ['nobody else', false],
  ])('leads %s to where it is changed', (_, mayEdit) => {
    render(<PostView post={examplePost()} mayEdit={mayEdit} />)
    fireEvent.click(screen.getByRole('button', { name: 'More actions for this post' }))
    const links = screen.queryAllByRole('menuitem', { name: 'Edit post' }).map((link) => link.getAttribute('href'))
    expect(links).toEqual(mayEdit ? [`/bbs/FORUM/posts/create/${examplePost().id}`] : [])
  })

  it('saves and unsaves the post from its menu, with confirmation', async () => {
    const onSave = vi.fn<(save: boolean) => Promise<boolean>>(async () => true)
    const choose = async (name: string) => {
      fireEvent.click(screen.getByRole('button', { name: 'More actions for this post' }))
      await act(async () => void fireEvent.click(screen.getByRole('menuitem', { name })))
    }
    const menu = { post: examplePost(), href: '/a-post' }
    const { rerender } = render(<PostMenu {...menu} onSave={onSave} />)
    await choose('Save')
    expect(screen.getByText('Saved')).toBeTruthy()
    rerender(<PostMenu {...menu} onSave={onSave} saved />)
    await choose('Remove from saved')
    expect(screen.getByText('Removed from saved')).toBeTruthy()
    expect(onSave.mock.calls).toEqual([[true], [false]])
    rerender(<PostMenu {...menu} onSave={async () => false} />)
    await choose('Save')
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('tells the author of a draft, and moderators, who can see it', () => {
    const draft = examplePost({ status: 9 })
    const { unmount } = render(<PostView post={draft} viewer={author} />)
    expect(screen.getByText(/^Draft\. Only you and moderators can see this\.$/)).toBeTruthy()
    unmount()
    render(<PostView post={draft} viewer={viewer({ tokenOwner: ['FORUM'] })} />)
    expect(screen.getByText(/^Draft\. Only its author and moderators can see this\.$/)).toBeTruthy()
  })

  it('has its link and its views in the menu', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    render(<PostView post={examplePost()} />)
    const open = () => fireEvent.click(screen.getByRole('button', { name: 'More actions for this post' }))
    open()
    const menu = screen.getByRole('menu')
    expect(document.getElementById(menu.getAttribute('aria-describedby') ?? '')?.textContent).toBe('12,840 views')
    await act(async () => void fireEvent.click(screen.getByRole('menuitem', { name: 'Copy link' })))
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/bbs/FORUM/the-first-book-of-the-day`)
    expect(await screen.findByText('Link copied')).toBeTruthy()
  })

  it('shares by the system, ignores canceling, and copies without a share sheet', async () => {
    const share = vi.fn<(data: unknown) => Promise<void>>(async () => {})
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
    vi.stubGlobal('navigator', { share, clipboard: { writeText } })
    render(<PostView post={examplePost()} />)
    const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Share' })))
    await press()
    expect(share).toHaveBeenCalledWith({
      title: 'The first book of the day',
      url: expect.stringContaining('/bbs/FORUM/'),
    })
    share.mockRejectedValueOnce(Object.assign(new Error('no'), { name: 'AbortError' }))
    await press()
    expect(writeText).not.toHaveBeenCalled()
    share.mockRejectedValueOnce(new Error('unsupported'))
    await press()
    expect(await screen.findByText('Link copied')).toBeTruthy()
    writeText.mockRejectedValueOnce(new Error('denied'))
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    await press()
    expect(await screen.findByText(/Couldn’t copy the link: http/)).toBeTruthy()
  })

  it('shares a short link, or its own address if that fails or takes long', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const shorten = vi.fn<(url: string) => Promise<string>>(async () => 'https://forum.example/s/abcdefg')
    render(<PostView post={examplePost()} shorten={shorten} />)
    const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Share' })))
    const own = `${location.origin}/bbs/FORUM/the-first-book-of-the-day`
    await press()
    expect(shorten).toHaveBeenCalledWith(own)
    await vi.waitFor(() => expect(writeText).toHaveBeenLastCalledWith('https://forum.example/s/abcdefg'))
    shorten.mockRejectedValueOnce(new Error('refused'))
    await press()
    await vi.waitFor(() => expect(writeText).toHaveBeenLastCalledWith(own))
    writeText.mockClear()
    vi.useFakeTimers()
    shorten.mockReturnValueOnce(new Promise(() => {}))
    await press()
    await act(() => vi.advanceTimersByTimeAsync(1500))
    vi.useRealTimers()
    expect(writeText.mock.calls).toEqual([[own]])
  })

  it('shows poll, reactions, comments and what to read next where they belong', () => {
    const slots = { poll: <p>poll</p>, reactions: <p>reactions</p>, comments: <p>thread</p>, recommended: <p>next</p> }
    const { rerender } = render(<PostView post={examplePost()} {...slots} />)
    expect(screen.queryByText('poll')).toBeNull()
    rerender(<PostView post={examplePost({ pollOptions: ['a', 'b'] })} {...slots} />)
    expect(screen.getByText('poll')).toBeTruthy()
    expect(within(screen.getByRole('complementary', { name: 'Read next' })).getByText('next')).toBeTruthy()
    const jump = screen.getByRole('link', { name: '48 comments' })
    expect(document.getElementById(jump.getAttribute('href')?.slice(1) ?? '')?.textContent).toBe('thread')
  })

  it('does not cut a post that starts with a player', () => {
    const video = JSON.stringify({ blocks: [{ type: 'video', data: { url: '/media/a.mp4' } }] })
    render(<PostView post={examplePost({ postContent: video })} />)
    expect(screen.queryByRole('link', { name: 'Read More' })).toBeNull()
  })

  it('links the article of a thread, without calling it unlisted', () => {
    render(
      <PostView
        post={examplePost({
          status: 7,
          externalArticleId: exampleId(1, 'x'),
          articleUrl: 'https://www.paper.example/a',
          articleSite: { name: 'The Paper', iconUrl: 'https://forum.example/icon.png' },
          excerpt: 'It grows.',
          ...publisherOf(''),
        })}
      />,
    )
    const card = screen.getByRole('link', { name: /It grows\..*The Paper.*Read the article/ })
    expect(card.getAttribute('href')).toBe('https://www.paper.example/a')
    expect(card.querySelector('img[src="https://forum.example/icon.png"]')).not.toBeNull()
    expect(screen.getByText('Publisher')).toBeTruthy()
    expect(screen.queryByText(/unlisted/)).toBeNull()
  })

  it('doesn’t link an article with an invalid address', () => {
    const post = examplePost({ externalArticleId: exampleId(1, 'x'), articleUrl: 'javascript:alert(1)' })
    expect(renderToString(<PostView post={post} />)).not.toContain('javascript:')
  })
})

describe('StatusBanner', () => {
  it('has a text for every status but published', () => {
    const words = Array.from({ length: 10 }, (_, status) => {
      const { container, unmount } = render(<StatusBanner post={{ status, scheduledAt: Date.UTC(2025, 9, 9) }} />)
      const text = container.textContent
      unmount()
      return text
    })
    expect(words[0]).toBe('')
    expect(new Set(words).size).toBe(10)
    words.forEach((text, status) => {
      expect(/Only (you|its author) and moderators can see this\.$/.test(text ?? '')).toBe(!isPublicPost(status))
    })
  })

  it('renders a scheduled time the same on server and browser', () => {
    const html = renderToString(<StatusBanner post={{ status: 8, scheduledAt: Date.UTC(2025, 9, 9, 8, 30) }} />)
    expect(html).toContain(
      'dateTime="2025-10-09T08:30:00.000Z"'.replace('dateTime', html.includes('datetime=') ? 'datetime' : 'dateTime'),
    )
    expect(html).toContain('UTC')
  })
})
