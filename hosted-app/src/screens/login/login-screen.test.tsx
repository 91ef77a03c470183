import type { ForumSession } from '@stoa/client'
import { exampleMe } from '@stoa/contract/fixtures'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ForumAt } from '../../testing/forum-at.tsx'

const config = { signInProviders: ['password', 'google'] }
/** Messages between this browser's windows. */
const postMessageMock = vi.fn()

beforeEach(() => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = postMessageMock
      close() {}
    },
  )
  vi.spyOn(window, 'close').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  postMessageMock.mockClear()
  window.history.replaceState(null, '', '/')
})

function keeper(arrives: boolean): ForumSession {
  return {
    getAccessToken: async () => null,
    refresh: async () => null,
    signOut: async () => {},
    onChange: () => () => {},
    adopt: () => {},
    arrive: vi.fn(async () => arrives),
  }
}

function show(path: string, about: { session?: ForumSession; isIn?: boolean; methods?: string[] } = {}) {
  const { session = keeper(true), isIn = false, methods: signInProviders = config.signInProviders } = about
  render(<ForumAt path={path} config={{ signInProviders }} session={session} viewer={isIn ? exampleMe() : null} />)
  return session
}

test('a provider’s refusal is explained, and the form is available', async () => {
  show('/bbs/login?error=PROVIDER_EMAIL_IN_USE&next=%2Fbbs%2FGARDEN')
  expect(await screen.findByText(/An account with this email address already exists/)).toBeTruthy()
  expect(screen.getByLabelText('Username or email')).toBeTruthy()
  expect(postMessageMock).not.toHaveBeenCalled()
})

test.each([
  ['/bbs/FORUM/posts/create', /^Sign in to post/],
  ['/bbs/FORUM/posts/create?parentPostId=x', /^Sign in to respond$/],
  ['/bbs/notifications/unread', /^Sign in to see your notifications$/],
  ['/bbs/my-account/settings/security', /^Sign in to change your settings$/],
  ['/', /^Sign in$/],
])('the heading says what signing in is for: %s', async (next, heading) => {
  show(`/bbs/login?next=${encodeURIComponent(next)}`)
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
})

test('an action left for signing in is named', async () => {
  const saved = { action: 'vote', input: {}, path: '/bbs/FORUM/a', at: Date.now(), writerId: '' }
  window.sessionStorage.setItem('stoa.intent', JSON.stringify(saved))
  show('/bbs/login?next=%2Fbbs%2FFORUM%2Fa')
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in to vote' })).toBeTruthy()
  window.sessionStorage.clear()
})

test('a provider’s window reports the refusal to its opener and closes', async () => {
  const landing = encodeURIComponent('/bbs/login?signedIn=1&window=w1')
  show(`/bbs/login?error=CREDENTIAL_IN_USE&next=${landing}`)
  await waitFor(() =>
    expect(postMessageMock).toHaveBeenCalledExactlyOnceWith({
      window: 'w1',
      code: 'CREDENTIAL_IN_USE',
      retryAfterMs: 0,
    }),
  )
  await waitFor(() => expect(window.close).toHaveBeenCalled())
})

test('a session from a redirect is adopted; a separate window reports that it is done', async () => {
  const session = show('/bbs/login?signedIn=1&window=w1', { isIn: true })
  expect(await screen.findByText('You’re signed in. You can close this window.')).toBeTruthy()
  expect(session.arrive).toHaveBeenCalledOnce()
  await waitFor(() => expect(window.close).toHaveBeenCalled())
})

test('a window that asked for a second factor reports that it is done, too, after sign-in', async () => {
  window.history.replaceState(null, '', '/#secondFactor=c&methods=totp')
  show('/bbs/login?signedIn=1&window=w1', { isIn: true })
  expect(await screen.findByText('You’re signed in. You can close this window.')).toBeTruthy()
  await waitFor(() => expect(window.close).toHaveBeenCalled())
})

test('without a session the page says that signing in failed', async () => {
  show('/bbs/login?signedIn=1&next=%2Fbbs%2FGARDEN', { session: keeper(false) })
  expect(await screen.findByText(/Sign-in failed there/)).toBeTruthy()
})

test('an address can request a second factor', async () => {
  window.history.replaceState(null, '', '/#secondFactor=c&methods=totp')
  show('/bbs/login')
  expect(await screen.findByLabelText('6-digit code')).toBeTruthy()
})

test('a widget’s window that returned for a second factor asks for it there', async () => {
  window.history.replaceState(null, '', '/#secondFactor=c&methods=totp')
  const session = show('/embed/sign-in?origin=https%3A%2F%2Fgazette.example&state=s&challenge=c&signedIn=1')
  expect(await screen.findByLabelText('6-digit code')).toBeTruthy()
  expect(session.arrive).not.toHaveBeenCalled()
})

test('a widget’s window sends nothing because of an address alone: the signed-in person is asked', async () => {
  const opener = { postMessage: vi.fn() }
  vi.stubGlobal('opener', opener)
  const path = '/embed/sign-in?origin=https%3A%2F%2Fgazette.example&state=s&challenge=c&signedIn=1'
  show(path, { isIn: true })
  expect(await screen.findByRole('button', { name: /^Continue as/ })).toBeTruthy()
  await userEvent.setup().tab()
  expect(opener.postMessage).not.toHaveBeenCalled()
})

test.each(['https://127.0.0.1:80.evil.example/', 'http://[', '//evil.example', ''])(
  'an invalid address, %s, doesn’t prevent signing in',
  async (next) => {
    show(`/bbs/login?next=${encodeURIComponent(next)}`)
    expect(await screen.findByLabelText('Username or email')).toBeTruthy()
  },
)

test.each(['/bbs/singup', '/bbs/email-change-password'])(
  'on a domain without passwords, %s shows its other methods',
  async (path) => {
    show(path, { methods: ['emailLink'] })
    expect(await screen.findByRole('button', { name: 'Email me a link' })).toBeTruthy()
    expect(screen.queryByLabelText(/^Password/)).toBeNull()
    cleanup()
    show(path)
    expect(await screen.findByLabelText(/^Email/)).toBeTruthy()
  },
)
