import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { StoaError } from '../stoa-error.ts'
import { createPartnerSession, type PartnerSession } from './partner-session.ts'
import { hasSignedIn, rememberSignedIn } from './sign-in-hint.ts'

const FORUM = 'https://forum.example'
const frame = vi.hoisted(() => ({
  ask: vi.fn(),
  remove: vi.fn(),
  hasLoaded: vi.fn(() => true),
  isBlocked: vi.fn(() => false),
}))
const createFrame = vi.hoisted(() => vi.fn(() => frame))

const popup = vi.hoisted(() => vi.fn())

vi.mock('./popup.ts', () => ({ openSignInPopup: popup }))
vi.mock('./session-frame.ts', () => ({ createSessionFrame: createFrame }))

const TOKEN = { accessToken: 'a.b.c', expiresAt: Date.now() + 600_000 }
const refusal = (code: 'NETWORK' | 'REFRESH_INVALID' | 'RATE_LIMITED') => new StoaError(code, { message: code })
let session: PartnerSession
let onChange: Mock<() => void>

function start({ isIn }: { isIn: boolean }): void {
  rememberSignedIn(FORUM, isIn)
  session = createPartnerSession({ baseUrl: FORUM })
  onChange = vi.fn<() => void>()
  session.onChange(onChange)
}

beforeEach(() => {
  frame.ask.mockReset().mockResolvedValue(TOKEN)
  createFrame.mockClear()
})

afterEach(() => {
  session.close()
  localStorage.clear()
})

it('signs out at the forum first, then here', async () => {
  start({ isIn: true })
  expect(await session.getAccessToken()).toBe('a.b.c')
  frame.ask.mockResolvedValue({})
  await session.signOut()
  expect(frame.ask).toHaveBeenLastCalledWith({ action: 'end' })
  expect(onChange).toHaveBeenCalledOnce()
  expect(hasSignedIn(FORUM)).toBe(false)
  expect(await session.getAccessToken()).toBeNull()
})

it('stays signed in and throws if the forum could not end the session', async () => {
  for (const code of ['NETWORK', 'RATE_LIMITED'] as const) {
    start({ isIn: true })
    await session.getAccessToken()
    frame.ask.mockRejectedValueOnce(refusal(code))
    await expect(session.signOut()).rejects.toMatchObject({ code })
    expect(onChange).not.toHaveBeenCalled()
    expect(await session.getAccessToken()).toBe('a.b.c')
    session.close()
  }
})

it('signs out of a session that had already ended', async () => {
  start({ isIn: true })
  frame.ask.mockRejectedValueOnce(refusal('REFRESH_INVALID'))
  await session.signOut()
  expect(hasSignedIn(FORUM)).toBe(false)
})

it('follows another tab that signs out or in', async () => {
  start({ isIn: true })
  await session.getAccessToken()
  rememberSignedIn(FORUM, false)
  frame.ask.mockRejectedValueOnce(refusal('REFRESH_INVALID'))
  await session.follow()
  expect(onChange).toHaveBeenCalledOnce()
  expect(await session.getAccessToken()).toBeNull()

  rememberSignedIn(FORUM, true)
  await session.follow()
  expect(onChange).toHaveBeenCalledTimes(2)
  expect(await session.getAccessToken()).toBe('a.b.c')
})

it('makes no requests for a visitor when other tabs sign out, and trusts only the forum', async () => {
  start({ isIn: false })
  await session.follow()
  expect(frame.ask).not.toHaveBeenCalled()
  rememberSignedIn(FORUM, true)
  frame.ask.mockRejectedValueOnce(refusal('REFRESH_INVALID'))
  await session.follow()
  expect(onChange).not.toHaveBeenCalled()
  expect(await session.getAccessToken()).toBeNull()
})

describe('if the frame does not load', () => {
  const respond = vi.fn()

  beforeEach(() => {
    frame.hasLoaded.mockReturnValue(false)
    frame.ask.mockRejectedValue(refusal('NETWORK'))
    popup.mockReturnValue({ url: '', code: Promise.resolve('the-code') })
    respond.mockReset().mockReturnValue({ status: 'success', payload: { userId: 'u', ...TOKEN } })
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => ({
      json: () => respond(JSON.parse(String(init.body))),
    }))
    vi.spyOn(console, 'warn').mockImplementation(() => {})
  })

  afterEach(() => {
    frame.hasLoaded.mockReturnValue(true)
    frame.isBlocked.mockReturnValue(false)
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('signs in for this page only, says so, and leaves no hint for the next', async () => {
    start({ isIn: false })
    await session.signIn()
    expect(respond).toHaveBeenCalledWith({ code: 'the-code', codeVerifier: expect.any(String) })
    expect(await session.getAccessToken()).toBe('a.b.c')
    expect(hasSignedIn(FORUM)).toBe(false)
    expect(console.warn).toHaveBeenCalledWith(expect.stringContaining('for this page only'))
    const requestCount = frame.ask.mock.calls.length
    await session.signOut()
    expect(await session.getAccessToken()).toBeNull()
    expect(frame.ask).toHaveBeenCalledTimes(requestCount)
  })

  it('signs out when the token expires', async () => {
    start({ isIn: false })
    await session.signIn()
    expect(await session.refresh()).toBeNull()
    expect(onChange).toHaveBeenCalledTimes(2)
    expect(await session.getAccessToken()).toBeNull()
  })

  it('does not redeem the code if the frame has responded', async () => {
    start({ isIn: false })
    frame.hasLoaded.mockReturnValue(true)
    await expect(session.signIn()).rejects.toMatchObject({ code: 'NETWORK' })
    expect(respond).not.toHaveBeenCalled()
  })

  it('is a visitor at once if there is a hint but the page’s policy blocks the frame', async () => {
    start({ isIn: true })
    frame.isBlocked.mockReturnValue(true)
    expect(await session.getAccessToken()).toBeNull()
    expect(hasSignedIn(FORUM)).toBe(false)
  })
})

it('requests no token while signing in', async () => {
  start({ isIn: true })
  frame.ask.mockImplementation(async ({ action }) => (action === 'end' ? session.refresh().then(() => ({})) : TOKEN))
  await session.signOut()
  expect(frame.ask.mock.calls).toEqual([[{ action: 'end' }]])
})

it('once closed, adds nothing to the page and signs nobody out', async () => {
  start({ isIn: true })
  await session.getAccessToken()
  expect(createFrame).toHaveBeenCalledOnce()
  session.close()
  expect(await session.refresh()).toBeNull()
  await expect(session.signIn()).rejects.toMatchObject({ code: 'ABORTED' })
  await expect(session.signOut()).rejects.toMatchObject({ code: 'ABORTED' })
  expect(createFrame).toHaveBeenCalledOnce()
  expect(hasSignedIn(FORUM)).toBe(true)
})

describe('with a publisher token', () => {
  const respond = vi.fn<(init: RequestInit) => unknown>()
  beforeEach(() => {
    respond.mockReset().mockReturnValue({ status: 'success', payload: { userId: 'u', ...TOKEN } })
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => Response.json(respond(init)))
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('signs in without a window or a frame, and requests a new token before the session ends', async () => {
    start({ isIn: false })
    const word = vi.fn(async () => 'signed')
    respond.mockReturnValueOnce({ status: 'success', payload: { ...TOKEN, expiresAt: Date.now() } })
    await session.signInByToken(word)
    expect(onChange).toHaveBeenCalledOnce()
    expect(respond.mock.calls[0]?.[0].body).toBe('{"token":"signed"}')
    expect(await session.getAccessToken()).toBe('a.b.c')
    expect(await session.getAccessToken()).toBe('a.b.c')
    expect(word).toHaveBeenCalledTimes(2)
    expect([createFrame.mock.calls.length, hasSignedIn(FORUM)]).toEqual([0, false])
  })

  it('sends the referral of the page where the token was first requested', async () => {
    history.replaceState(null, '', '?refBy=ada_demo&refFrom=letter')
    start({ isIn: false })
    await session.signInByToken(() => null)
    history.replaceState(null, '', '?refBy=somebody_else')
    await session.signInByToken(() => 'signed')
    history.replaceState(null, '', '?')
    const expectedBody = { token: 'signed', refBy: 'ada_demo', refFrom: 'letter' }
    expect(JSON.parse(String(respond.mock.calls[0]?.[0].body))).toEqual(expectedBody)
  })

  it('keeps a visitor a visitor, and a forum sign-in signed in', async () => {
    for (const isIn of [false, true]) {
      start({ isIn })
      await session.signInByToken(() => null)
      expect(await session.getAccessToken()).toBe(isIn ? 'a.b.c' : null)
    }
    expect(respond).not.toHaveBeenCalled()
  })

  it('logs why a token was refused and keeps a visitor', async () => {
    start({ isIn: false })
    respond.mockReturnValue({ status: 'error', code: 'INVALID_CREDENTIALS', message: 'No.' })
    await session.signInByToken(async () => 'forged')
    expect(await session.getAccessToken()).toBeNull()
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('INVALID_CREDENTIALS'))
    expect(session.isRefused()).toBe(true)
    respond.mockReturnValue({ status: 'success', payload: { userId: 'u', ...TOKEN } })
    await session.signInByToken(async () => 'signed')
    expect(session.isRefused()).toBe(false)
  })

  it('signs out when the reader signs out at the publisher, or here', async () => {
    start({ isIn: false })
    const word = vi.fn<() => string | null>(() => 'signed')
    await session.signInByToken(word)
    word.mockReturnValue(null)
    expect(await session.refresh()).toBeNull()
    expect(onChange).toHaveBeenCalledTimes(2)
    word.mockReturnValue('signed')
    await session.signInByToken(word)
    await session.signOut()
    expect(await session.getAccessToken()).toBeNull()
    expect(createFrame).not.toHaveBeenCalled()
  })
})
