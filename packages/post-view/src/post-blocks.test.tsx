import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { PostBlocks } from './post-blocks.tsx'
import { prepareBlocks } from './rare-block.tsx'
import { type PostBlock, readBlocks } from './read-blocks.ts'

// Preloaded, so that loading isn't part of the tests.
beforeAll(() => prepareBlocks(JSON.stringify({ blocks: [{ type: 'video', data: { url: '/a.mp4' } }] })))

const draw = (...blocks: { type: string; data: unknown }[]) =>
  render(<PostBlocks blocks={readBlocks(JSON.stringify({ blocks }))} />).container

const levels = (container: HTMLElement) =>
  [...container.querySelectorAll('h1,h2,h3,h4,h5,h6')].map((node) => node.tagName)

describe('PostBlocks', () => {
  it.each([
    [
      [1, 2, 3],
      ['H2', 'H3', 'H4'],
    ],
    [
      [2, 3, 2],
      ['H2', 'H3', 'H2'],
    ],
    [
      [4, 6],
      ['H2', 'H4'],
    ],
    [
      [1, 6],
      ['H2', 'H6'],
    ],
  ])('shifts headings of level %j to %j', (from, to) => {
    expect(levels(draw(...from.map((level) => ({ type: 'header', data: { text: 'x', level } }))))).toEqual(to)
  })

  it('nests lists', () => {
    const items = [
      { content: 'a', items: [{ content: 'b', items: [] }] },
      { content: 'c', items: [] },
    ]
    const container = draw({ type: 'list', data: { style: 'ordered', items } })
    expect(container.querySelectorAll('ol > li > ol > li')).toHaveLength(1)
    expect(container.querySelectorAll('ol > li')).toHaveLength(3)
  })

  it('shows ticks, start number and numbering of a list', () => {
    const inner = { content: 'c', meta: { checked: true }, items: [] }
    const items = [
      { content: 'a', meta: { checked: true }, items: [inner] },
      { content: 'b', items: [] },
    ]
    const container = draw(
      { type: 'list', data: { style: 'checklist', items } },
      { type: 'list', data: { style: 'ordered', meta: { start: 4, counterType: 'lower-alpha' }, items } },
    )
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map((box) => [box.checked, box.disabled, box.getAttribute('aria-label')])).toEqual([
      [true, true, 'Done'],
      [true, true, 'Done'],
      [false, true, 'Not done'],
    ])
    const numbered = [...container.querySelectorAll('ol')].map((list) => [list.getAttribute('start'), list.type])
    expect(numbered).toEqual([
      ['4', 'a'],
      [null, 'a'],
    ])
  })

  it('loads and shows the transcript of a recording on demand', async () => {
    const file =
      'WEBVTT\r\n\r\nNOTE by hand\r\n\r\n1\r\n00:00.000 --> 00:01.000\r\n<v Ada>Fish &amp; chips\r\ntoday\r\n\r\n00:01.000 --> 00:02.000\r\nTwice.\r\n'
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response(file)))
    vi.stubGlobal('fetch', fetched)
    try {
      const container = draw({ type: 'audio', data: { url: '/a.mp3', captions: '/media/a/captions.vtt' } })
      const details = container.querySelector('details')
      expect(fetched).not.toHaveBeenCalled()
      if (details) details.open = true
      expect(await screen.findByText('Fish & chips today Twice.')).toBeTruthy()
      expect(fetched).toHaveBeenCalledWith('/media/a/captions.vtt')
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('reserves space for pictures and loads them lazily', () => {
    const container = draw(
      {
        type: 'image',
        data: { file: { url: '/media/a.png', width: 640, height: 480 }, caption: 'A <b>view</b>', withBorder: true },
      },
      { type: 'simpleImage', data: { url: '/media/b.png', stretched: true } },
    )
    const [sized, unsized] = container.querySelectorAll('img')
    expect([sized?.getAttribute('width'), sized?.getAttribute('height'), sized?.getAttribute('loading')]).toEqual([
      '640',
      '480',
      'lazy',
    ])
    expect(unsized?.hasAttribute('data-sized')).toBe(false)
    expect(container.querySelectorAll('figure[data-border]')).toHaveLength(1)
    expect(container.querySelectorAll('figure[data-stretched]')).toHaveLength(1)
    expect(container.querySelector('figcaption')?.innerHTML).toBe('A <b>view</b>')
  })

  it('loads nothing of videos and recordings before they are played', () => {
    const container = draw(
      { type: 'video', data: { url: '/media/a.mp4', image: '/media/a.jpg' } },
      { type: 'audio', data: { url: '/media/a.mp3' } },
    )
    expect(container.querySelector('video')?.getAttribute('preload')).toBe('none')
    expect(container.querySelector('video')?.getAttribute('poster')).toBe('/media/a.jpg')
    expect(container.querySelector('video source')?.getAttribute('type')).toBe('video/mp4')
    expect(container.querySelector('audio')?.getAttribute('preload')).toBe('none')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows the first picture of an own video that has no poster', () => {
    const container = draw({ type: 'video', data: { url: '/media/a.mp4' } })
    expect(container.querySelector('video')?.getAttribute('preload')).toBe('metadata')
    expect(container.querySelector('source')?.getAttribute('src')).toBe('/media/a.mp4#t=0.1')
  })

  it('requests no external video or recording before the press, then plays it', () => {
    const container = draw(
      { type: 'video', data: { url: 'https://films.example/a.mp4', image: '/media/a.jpg' } },
      { type: 'audio', data: { url: 'https://sounds.example/a.mp3' } },
    )
    expect(container.querySelector('video, audio, source, img')).toBeNull()
    expect(screen.getByText('Loads from films.example when you select it')).toBeTruthy()
    const [film, sound] = [/Play video/, /Play audio/].map((name) => screen.getByRole('link', { name }))
    expect(film?.getAttribute('href')).toBe('https://films.example/a.mp4')
    for (const cover of [film, sound]) expect(fireEvent.click(cover!)).toBe(false)
    const [video, audio] = [container.querySelector('video'), container.querySelector('audio')]
    expect([video?.autoplay, video?.poster, audio?.autoplay]).toEqual([true, `${location.origin}/media/a.jpg`, true])
    expect(container.querySelector('source')?.getAttribute('src')).toBe('https://films.example/a.mp4')
  })

  it('opens videos and recordings full-screen where responses are allowed', () => {
    const onOpenResponse = vi.fn<(block: PostBlock) => void>()
    const blocks = readBlocks(
      JSON.stringify({
        blocks: [
          { type: 'video', data: { url: '/a.mp4' } },
          { type: 'audio', data: { url: '/a.mp3' } },
        ],
      }),
    )
    render(<PostBlocks blocks={blocks} onOpenResponse={onOpenResponse} />)
    fireEvent.click(screen.getByRole('button', { name: 'Open full screen' }))
    fireEvent.click(screen.getByRole('button', { name: 'Open in player' }))
    expect(onOpenResponse.mock.calls.map(([block]) => block.type)).toEqual(['video', 'audio'])
  })

  it('requests nothing from an external service before the press, then frames its own address, sandboxed', () => {
    const source = 'https://www.youtube.com/watch?v=v7eMYQCNWeE'
    const container = draw({ type: 'embed', data: { service: 'youtube', source, embed: 'https://evil.example/frame' } })
    expect(container.querySelector('iframe, img, script, link')).toBeNull()
    expect(container.innerHTML).not.toContain('evil.example')

    const cover = screen.getByRole('link', { name: /Show content from YouTube/ })
    expect(cover.getAttribute('href')).toBe(source)
    expect(fireEvent.click(cover)).toBe(false)
    const frame = container.querySelector('iframe')
    expect(frame?.src).toBe('https://www.youtube-nocookie.com/embed/v7eMYQCNWeE?autoplay=1')
    expect(frame?.getAttribute('sandbox')).not.toContain('allow-top-navigation')
    expect(document.activeElement).toBe(frame)
  })

  it('leaves modified clicks to the browser', () => {
    const container = draw({ type: 'embed', data: { service: 'vimeo', source: 'https://vimeo.com/289836809' } })
    const cover = screen.getByRole('link')
    cover.addEventListener('click', (event) => {
      expect(event.defaultPrevented).toBe(false)
      event.preventDefault() // jsdom cannot follow it
    })
    fireEvent.click(cover, { ctrlKey: true })
    expect(container.querySelector('iframe')).toBeNull()
  })

  it('renders what can’t be framed as a link card', () => {
    const container = draw({ type: 'embed', data: { service: 'github', source: 'https://gist.github.com/someone/0a' } })
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://gist.github.com/someone/0a')
    expect(container.textContent).toContain('gist.github.com')
  })

  it('renders a link’s metadata from the server', () => {
    draw({
      type: 'linkTool',
      data: {
        link: 'https://a.example/x',
        meta: { title: 'A title', description: 'Words', image: { url: '/media/p.png' } },
      },
    })
    const card = screen.getByRole('link')
    expect(card.textContent).toBe('A titleWordsa.example')
    expect(card.querySelector('img')?.getAttribute('loading')).toBe('lazy')
  })

  it('draws notes, quotes and delimiters', () => {
    const container = draw(
      { type: 'warning', data: { title: '', message: 'mind the <i>gap</i>' } },
      { type: 'quote', data: { text: 'words', caption: 'somebody' } },
      { type: 'delimiter', data: {} },
    )
    expect(screen.getByRole('note').textContent).toBe('Notemind the gap')
    expect(container.querySelector('blockquote')?.textContent).toBe('words')
    expect(container.querySelector('hr')).toBeTruthy()
  })

  it('draws tables with their headings, and code as written', async () => {
    await prepareBlocks('"type":"table"')
    const container = draw(
      {
        type: 'table',
        data: {
          withHeadings: true,
          content: [
            ['Day', 'Book'],
            ['<i>Monday</i>', '<script>b</script>'],
          ],
        },
      },
      { type: 'code', data: { code: 'a <b>\n\tc', language: 'Text' } },
    )
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Day', 'Book'])
    expect(screen.getAllByRole('cell').map(({ innerHTML }) => innerHTML)).toEqual([
      '<i>Monday</i>',
      '&lt;script&gt;b&lt;/script&gt;',
    ])
    expect(container.querySelector('pre')?.textContent).toBe('a <b>\n\tc')
  })

  it('names blocks that it can’t render and keeps their text', () => {
    const container = draw({ type: 'timeline', data: { content: [['a', '<script>b</script>']] } })
    expect(container.textContent).toBe('This part of the post (timeline) can’t be shown herea · <script>b</script>')
  })

  it('lets every text have its own direction, lists and quotes with their marks, tables with their columns', async () => {
    await prepareBlocks('"type":"table"')
    const inner = { content: 'inner', items: [] }
    const container = draw(
      { type: 'paragraph', data: { text: 'مرحبا' } },
      { type: 'list', data: { style: 'unordered', items: [{ content: 'שלום', items: [inner] }] } },
      { type: 'quote', data: { text: 'مرحبا', caption: 'who' } },
      { type: 'table', data: { withHeadings: true, content: [['مرحبا'], ['who']] } },
    )
    const directed = [...container.querySelectorAll('[dir]')].map((element) => [
      element.tagName,
      element.getAttribute('dir'),
    ])
    expect(directed).toEqual([
      ['P', 'auto'],
      ['UL', 'auto'],
      ['FIGURE', 'auto'],
      ['TABLE', 'auto'],
    ])
    const spoken = [...container.querySelectorAll('[lang]')].map((element) => [
      element.tagName,
      element.getAttribute('lang'),
    ])
    expect(spoken).toEqual([
      ['P', 'ar'],
      ['UL', 'he'],
      ['FIGURE', 'ar'],
      ['TABLE', 'ar'],
    ])
  })
})
