import { fireEvent, render } from '@testing-library/react'
import { createRef, useEffect, useRef } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { SignOn, SignOnElement } from './index.ts'
import { StoaComments, StoaCount, StoaPoll, StoaReactions } from './react.ts'

const sso: SignOn = async () => 'a token'
const customEvent = (name: string, detail: object) => new CustomEvent(name, { detail })

test('a React page passes every option and the sign-on to its elements, and receives all events', () => {
  const onEvent = vi.fn()
  const { container } = render(
    <StoaComments
      community="FORUM"
      articleId="7"
      url="https://news.example/story"
      forumUrl="https://forum.example"
      theme="dark"
      locale="de"
      pageSize={20}
      sort="new"
      load="now"
      footer="off"
      sso={sso}
      className="thread"
      onReady={({ detail }) => onEvent(detail.articleUrl)}
      onComment={({ detail }) => onEvent(detail.commentId)}
      onSession={({ detail }) => onEvent(detail.signedIn)}
      onError={({ detail }) => onEvent(detail.code, detail.message)}
    />,
  )
  const element = container.querySelector('stoa-comments')
  expect(element?.sso).toBe(sso)
  expect(Object.fromEntries([...(element?.attributes ?? [])].map(({ name, value }) => [name, value]))).toEqual({
    community: 'FORUM',
    'article-id': '7',
    url: 'https://news.example/story',
    'forum-url': 'https://forum.example',
    theme: 'dark',
    locale: 'de',
    'page-size': '20',
    sort: 'new',
    load: 'now',
    footer: 'off',
    class: 'thread',
  })
  if (!element) return
  fireEvent(element, customEvent('stoa-ready', { articleUrl: 'https://news.example/story' }))
  fireEvent(element, customEvent('stoa-comment', { commentId: 'c1' }))
  fireEvent(element, customEvent('stoa-session', { signedIn: true }))
  fireEvent(element, customEvent('stoa-error', { code: 'NETWORK', message: 'Gone.' }))
  expect(onEvent.mock.calls).toEqual([['https://news.example/story'], ['c1'], [true], ['NETWORK', 'Gone.']])
})

test('renders its attributes on a server, and exposes its element', () => {
  const html = renderToString(<StoaCount community="FORUM" articleId="7" words />)
  expect(html).toBe('<stoa-count community="FORUM" article-id="7" words=""></stoa-count>')
  const ref = createRef<SignOnElement>()
  render(<StoaComments community="FORUM" ref={ref} />)
  expect(ref.current?.localName).toBe('stoa-comments')
})

test('a parent has the element in its mount effect, and a handler can change', () => {
  const mounted = vi.fn()
  function Page({ onReady }: { onReady?: () => void }) {
    const ref = useRef<SignOnElement>(null)
    useEffect(() => mounted(ref.current?.localName), [])
    return <StoaComments community="FORUM" ref={ref} onReady={onReady} />
  }
  const [first, second] = [vi.fn(), vi.fn()]
  const { container, rerender } = render(<Page onReady={first} />)
  expect(mounted).toHaveBeenCalledExactlyOnceWith('stoa-comments')
  const say = () => fireEvent(container.querySelector('stoa-comments')!, customEvent('stoa-ready', {}))
  say()
  rerender(<Page onReady={second} />)
  say()
  rerender(<Page />)
  say()
  expect([first, second].map((handler) => handler.mock.calls.length)).toEqual([1, 1])
})

test('readers are signed in through each interactive element', () => {
  const { container } = render(
    <>
      <StoaReactions community="FORUM" sso={sso} />
      <StoaPoll community="FORUM" sso={sso} />
      {/* @ts-expect-error A count has nobody to sign in. */}
      <StoaCount community="FORUM" words sso={sso} />
    </>,
  )
  expect(container.querySelector('stoa-reactions')?.sso).toBe(sso)
  expect(container.querySelector('stoa-poll')?.sso).toBe(sso)
})

test('React’s JSX and scripts know the elements themselves, too', () => {
  const onEvent = vi.fn()
  const { container } = render(
    <>
      <stoa-comments
        community="FORUM"
        article-id="7"
        page-size={20}
        className="thread"
        ref={(element) => {
          if (element) element.sso = sso
        }}
        onstoa-comment={({ detail }) => onEvent(detail.commentId)}
      />
      <stoa-count community="FORUM" words />
      {/* @ts-expect-error The order of comments is one of four. */}
      <stoa-comments community="FORUM" sort="best" />
      {/* @ts-expect-error No element without its community. */}
      <stoa-poll />
      {/* @ts-expect-error A function in the markup would be lost: the script may not have come. */}
      <stoa-reactions community="FORUM" sso={sso} />
    </>,
  )
  const element = container.querySelector('stoa-comments')
  expect(element?.getAttribute('article-id')).toBe('7')
  expect(element?.sso).toBe(sso)
  element?.addEventListener('stoa-session', ({ detail }) => onEvent(detail.signedIn))
  element?.dispatchEvent(customEvent('stoa-comment', { commentId: 'c1' }))
  element?.dispatchEvent(customEvent('stoa-session', { signedIn: false }))
  expect(onEvent.mock.calls).toEqual([['c1'], [false]])
})
