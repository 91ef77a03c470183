import { type SessionChange, StoaError } from '@stoa/client'
import { exampleMe } from '@stoa/contract/fixtures'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { draftKey, hasDraft, ownDraftKey, saveEarlyText } from './draft-storage.ts'
import { createDrafts } from './drafts.ts'
import { loadPost } from './load.ts'
import { createComment } from './mutations/index.ts'
import { createStoa, type Stoa } from './stoa.ts'
import { createFakeServer } from './testing/fake-server.ts'
import { start } from './testing/start.ts'
import { loadViewer } from './viewer.ts'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => void vi.useRealTimers())

const key = draftKey('P', 'comment')

/** A page of the site: its own memory, the browser's storage. */
function openPage(now = Date.now()) {
  const stoa = createStoa({ client: { call: () => new Promise(() => {}) }, clock: () => now })
  return { drafts: stoa.singleton(createDrafts), leave: () => window.dispatchEvent(new Event('pagehide')), stoa }
}

/** Simulates the storage event that other tabs get. */
function tellOtherTabs(name = `stoa.draft:${key}`): void {
  window.dispatchEvent(new StorageEvent('storage', { key: name, newValue: localStorage.getItem(name) }))
}

describe('typing', () => {
  test('survives a reload, even if the page closes before the delayed write', () => {
    const { drafts, leave } = openPage()
    drafts.set(key, 'Half a thou')
    expect(localStorage.length).toBe(0)
    leave()
    expect(openPage().drafts.get(key)).toBe('Half a thou')
  })

  test('is found right after its text field is removed', () => {
    const { drafts, stoa } = openPage()
    const leave = drafts.subscribe(() => {})
    drafts.set(key, 'Half a thou')
    expect(hasDraft(stoa, key)).toBe(false)
    leave()
    expect(hasDraft(stoa, key)).toBe(true)
  })

  test('before the code was loaded is appended to the stored text, once', () => {
    saveEarlyText(key, 'Typed early')
    saveEarlyText(key, 'Typed early')
    saveEarlyText(key, '')
    expect(openPage().drafts.get(key)).toBe('Typed early')
    saveEarlyText(key, 'and again')
    expect(openPage().drafts.get(key)).toBe('Typed early\n\nand again')
  })

  test('is found by drafts that were read before it was stored without them', () => {
    const { drafts } = openPage()
    expect(drafts.get(key)).toBe('')
    saveEarlyText(key, 'Typed early')
    expect(drafts.get(key)).toBe('Typed early')
  })

  test('causes one write for many keystrokes', () => {
    const write = vi.spyOn(Storage.prototype, 'setItem')
    const { drafts } = openPage()
    for (const text of ['a', 'ab', 'abc']) drafts.set(key, text)
    vi.runAllTimers()
    expect(write).toHaveBeenCalledTimes(1)
    write.mockRestore()
    expect(openPage().drafts.get(key)).toBe('abc')
  })

  test('is stored separately by place and target', () => {
    const { drafts } = openPage()
    drafts.set(draftKey('P', 'comment'), 'one')
    drafts.set(draftKey('P', 'reply:C'), 'two')
    drafts.set(draftKey('Q', 'comment'), 'three')
    expect(['P', 'Q'].map((scope) => drafts.get(draftKey(scope, 'comment')))).toEqual(['one', 'three'])
    expect(drafts.get(draftKey('P', 'reply:C'))).toBe('two')
  })

  test('leaves nothing behind when it is deleted', () => {
    const { drafts } = openPage()
    drafts.set(key, 'x')
    drafts.flush()
    drafts.clear(key)
    drafts.flush()
    expect(localStorage.length).toBe(0)
  })

  test('expires after sixty days', () => {
    const { drafts } = openPage(0)
    drafts.set(key, 'old')
    drafts.flush()
    const days = 24 * 60 * 60 * 1000
    expect(openPage(59 * days).drafts.get(key)).toBe('old')
    expect(openPage(61 * days).drafts.get(key)).toBe('')
    expect(localStorage.length).toBe(0)
  })

  test('lives as long as the page if storage is full or unavailable', () => {
    const write = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    const { drafts } = openPage()
    drafts.set(key, 'kept')
    drafts.flush()
    expect(drafts.get(key)).toBe('kept')
    write.mockRestore()
    localStorage.setItem('stoa.draft:other', 'not JSON')
    localStorage.setItem('stoa.draft:null', 'null')
    expect([drafts.get('other'), drafts.get('null')]).toEqual(['', ''])
  })

  test('in two tabs: the last write wins, for each text separately', () => {
    const one = openPage()
    const other = openPage()
    const listener = vi.fn()
    one.drafts.set(key, 'from one')
    one.drafts.flush()
    one.drafts.set('elsewhere', 'stays')
    other.drafts.subscribe(listener)
    other.drafts.set(key, 'from the other')
    other.drafts.flush()
    tellOtherTabs()
    expect(one.drafts.get(key)).toBe('from the other')
    expect(one.drafts.get('elsewhere')).toBe('stays')
    expect(listener).toHaveBeenCalled()
  })

  test('destroying the application writes pending changes and unsubscribes', () => {
    const { drafts, stoa } = openPage()
    drafts.set(key, 'last words')
    stoa.destroy()
    expect(openPage().drafts.get(key)).toBe('last words')
    localStorage.setItem(`stoa.draft:${key}`, JSON.stringify({ text: 'later', at: 1, submitted: [] }))
    tellOtherTabs()
    expect(drafts.get(key)).toBe('last words')
  })
})

describe('sending', () => {
  test('clears exactly what was sent; later typing stays', () => {
    const { drafts } = openPage()
    drafts.set(key, 'First.\n\nSecond')
    const submission = drafts.submit(key, 'First.')
    expect(drafts.get(key)).toBe('Second')
    drafts.set(key, 'Second thought')
    submission.confirm()
    expect(drafts.get(key)).toBe('Second thought')
  })

  test('that fails restores the text before anything typed since', () => {
    const { drafts } = openPage()
    drafts.set(key, 'Sent')
    const submission = drafts.submit(key, 'Sent')
    drafts.set(key, 'More')
    submission.restore({ refused: true })
    expect(drafts.get(key)).toBe('Sent\n\nMore')
  })

  test('with an unknown outcome is retried with the same key, after a refusal with a new one', () => {
    const { drafts } = openPage()
    drafts.set(key, 'Hello')
    const first = drafts.submit(key, 'Hello')
    first.restore({ refused: false })
    const second = drafts.submit(key, 'Hello')
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
    second.restore({ refused: true })
    expect(drafts.submit(key, 'Hello').idempotencyKey).not.toBe(first.idempotencyKey)
  })

  test('twice at once restores the text once, and not at all if one succeeded', () => {
    const { drafts } = openPage()
    drafts.set(key, 'Hello')
    const both = [drafts.submit(key, 'Hello'), drafts.submit(key, 'Hello')]
    for (const one of both) one.restore({ refused: true })
    expect(drafts.get(key)).toBe('Hello')
    const [first, second] = [drafts.submit(key, 'Hello'), drafts.submit(key, 'Hello')]
    first.confirm()
    second.restore({ refused: false })
    expect(drafts.get(key)).toBe('')
  })

  test('interrupted by a crash becomes a draft again with its key', () => {
    const before = openPage()
    before.drafts.set(key, 'On its way')
    const { idempotencyKey } = before.drafts.submit(key, 'On its way')
    before.drafts.set(key, 'Next')
    before.leave()
    const { drafts, leave } = openPage()
    expect(drafts.get(key)).toBe('On its way\n\nNext')
    leave()
    expect(openPage().drafts.get(key)).toBe('On its way\n\nNext')
    expect(drafts.submit(key, 'On its way').idempotencyKey).toBe(idempotencyKey)
  })

  test('that succeeds leaves nothing behind', () => {
    const { drafts } = openPage()
    drafts.set(key, 'Hello')
    drafts.submit(key, 'Hello').restore({ refused: false })
    drafts.submit(key, 'Hello').confirm()
    drafts.flush()
    expect(localStorage.length).toBe(0)
  })
})

describe('a comment from a draft', () => {
  test.each(['RATE_LIMITED', 'BANNED', 'NETWORK', 'INTERNAL'] as const)(
    'that fails with %s is not lost',
    async (code) => {
      const { server, stoa } = await start({ storage: localStorage })
      const { id: postId } = server.addPost()
      await loadPost(stoa, { idOrSlug: postId })
      const drafts = stoa.singleton(createDrafts)
      drafts.set(key, 'Long thought')
      server.outcomes.push({ up: 5, down: 5, refuse: code })
      const posting = createComment(stoa, { postId, content: 'Long thought', draftKey: key })
      expect(drafts.get(key)).toBe('')
      const refusal = expect(posting).rejects.toMatchObject({ code })
      await vi.runAllTimersAsync()
      await refusal
      expect(drafts.get(key)).toBe('Long thought')
      vi.runAllTimers()
      const { writerId } = stoa.state.getState()
      expect(localStorage.getItem(`stoa.draft:${ownDraftKey(key, writerId)}`)).toContain('Long thought')
    },
  )

  test('whose response is lost is posted once when sent again', async () => {
    const { server, stoa } = await start({ storage: localStorage })
    const { id: postId } = server.addPost()
    await loadPost(stoa, { idOrSlug: postId })
    stoa.singleton(createDrafts).set(key, 'Once')
    server.outcomes.push({ up: 5, down: 5, isResponseLost: true })
    const send = () => createComment(stoa, { postId, content: 'Once', draftKey: key })
    const lost = expect(send()).rejects.toMatchObject({ code: 'NETWORK' })
    await vi.runAllTimersAsync()
    await lost
    expect((await send()).content).toBe('Once')
    expect(server.comments.size).toBe(1)
    expect(stoa.singleton(createDrafts).get(key)).toBe('')
  })
})

test('a comment during whose commit the database goes away is posted once when sent again', async () => {
  const { server, stoa } = await start({ storage: localStorage })
  const { id: postId } = server.addPost()
  await loadPost(stoa, { idOrSlug: postId })
  const { call } = stoa.client
  vi.spyOn(stoa.client, 'call').mockImplementationOnce(async (...about) => {
    await call(...about)
    throw new StoaError('UNAVAILABLE', { message: '' })
  })
  stoa.singleton(createDrafts).set(key, 'Once')
  const send = () => createComment(stoa, { postId, content: 'Once', draftKey: key })
  const lost = expect(send()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await vi.runAllTimersAsync()
  await lost
  expect((await send()).content).toBe('Once')
  expect(server.comments.size).toBe(1)
})

describe('drafts of several people on one device', () => {
  const as = (stoa: Stoa, id: string) =>
    stoa.state.setState(id === '' ? { viewer: null } : { viewer: exampleMe({ id }), writerId: id })

  test('are never shown to another, and are back for their own writer', () => {
    const { drafts, stoa } = openPage()
    as(stoa, 'anna')
    drafts.set(key, 'Anna’s secret')
    const shown = vi.fn(() => drafts.get(key))
    drafts.subscribe(shown)
    as(stoa, 'ben')
    expect(shown).toHaveLastReturnedWith('')
    expect(hasDraft(stoa, key)).toBe(false)
    drafts.set(key, 'Ben’s own')
    as(stoa, 'anna')
    expect([drafts.get(key), hasDraft(stoa, key)]).toEqual(['Anna’s secret', true])
    as(stoa, '')
    expect(drafts.get(key)).toBe('')
    const next = openPage()
    expect(next.drafts.get(key)).toBe('')
    as(next.stoa, 'ben')
    expect(next.drafts.get(key)).toBe('Ben’s own')
  })

  test('a visitor’s goes to whoever signs in, once, after their own', () => {
    const { drafts, stoa } = openPage()
    as(stoa, 'anna')
    drafts.set(key, 'Anna’s')
    as(stoa, '')
    drafts.set(key, 'typed before signing in')
    as(stoa, 'anna')
    expect(drafts.get(key)).toBe('Anna’s\n\ntyped before signing in')
    as(stoa, 'ben')
    expect(drafts.get(key)).toBe('')
  })

  test('one that is being sent comes back to its writer', () => {
    const { drafts, stoa } = openPage()
    as(stoa, 'anna')
    drafts.set(key, 'Anna’s')
    const sent = drafts.submit(key, 'Anna’s')
    as(stoa, 'ben')
    sent.restore({ refused: true })
    expect(drafts.get(key)).toBe('')
    as(stoa, 'anna')
    expect(drafts.get(key)).toBe('Anna’s')
  })

  describe('a text sent without a name', () => {
    function send() {
      const page = openPage()
      page.drafts.set(key, 'Nameless')
      return { ...page, sent: page.drafts.submit(page.drafts.pin(key, true), 'Nameless') }
    }

    test('is nobody’s draft who signs in while it is sent', () => {
      const { drafts, stoa, sent } = send()
      as(stoa, 'ben')
      expect(drafts.get(key)).toBe('')
      sent.confirm()
      drafts.flush()
      expect(localStorage.length).toBe(0)
    })

    test('stays nobody’s if it fails, and is back for a visitor', () => {
      const { drafts, stoa, sent } = send()
      as(stoa, 'ben')
      drafts.set(key, 'Ben’s own')
      sent.restore({ refused: true })
      expect(drafts.get(key)).toBe('Ben’s own')
      drafts.claim('ben')
      drafts.flush()
      const next = openPage()
      as(next.stoa, 'ben')
      expect(next.drafts.get(key)).toBe('Ben’s own')
      expect(openPage().drafts.get(key)).toBe('Nameless')
    })

    test('also if the page was closed while it was sent', () => {
      const { leave, sent } = send()
      leave()
      const next = openPage()
      as(next.stoa, 'ben')
      expect(next.drafts.get(key)).toBe('')
      next.drafts.claim('ben')
      const visitors = openPage()
      expect(visitors.drafts.get(key)).toBe('Nameless')
      expect(visitors.drafts.submit(key, 'Nameless').idempotencyKey).toBe(sent.idempotencyKey)
    })

    test('that fails for a visitor is theirs again, before what they have typed since, and goes where they sign in', () => {
      const { drafts, stoa, sent } = send()
      drafts.set(key, 'More')
      sent.restore({ refused: true })
      expect(drafts.get(key)).toBe('Nameless\n\nMore')
      as(stoa, 'ben')
      expect(drafts.get(key)).toBe('Nameless\n\nMore')
    })
  })

  test('a visitor’s that is being sent comes back to whoever has signed in meanwhile', () => {
    const { drafts, stoa } = openPage()
    drafts.set(key, 'Hello')
    const sent = drafts.submit(key, 'Hello')
    as(stoa, 'anna')
    expect(drafts.get(key)).toBe('')
    sent.restore({ refused: true })
    expect(drafts.get(key)).toBe('Hello')
  })

  /** A page whose visitor has typed; people sign in and out on it. */
  async function openSharedPage(typed: Record<string, string>) {
    const server = createFakeServer()
    const listeners = new Set<(change: SessionChange) => void>()
    const session = { ...server.session, refresh: async () => null, signOut: async () => {} }
    const onChange = (listener: (change: SessionChange) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
    const stoa = createStoa({ client: server, session: { ...session, onChange } })
    const drafts = stoa.singleton(createDrafts)
    async function change(id: string) {
      server.viewer = id === '' ? null : exampleMe({ id })
      for (const listener of listeners) listener(id === '' ? 'left' : 'in')
      await vi.waitFor(() => expect(stoa.state.getState().viewer?.id ?? '').toBe(id))
      await vi.advanceTimersByTimeAsync(1000)
    }
    server.viewer = null
    await loadViewer(stoa)
    for (const [name, text] of Object.entries(typed)) drafts.set(name, text)
    return { drafts, stoa, change }
  }

  test('a visitor’s belongs to who signs in and out, also without having seen it, and not to the next person', async () => {
    const { drafts, change } = await openSharedPage({ [key]: 'Visitor’s' })
    await change('anna')
    await change('')
    expect(drafts.get(key)).toBe('')
    await change('ben')
    expect(drafts.get(key)).toBe('')
    await change('anna')
    expect(drafts.get(key)).toBe('Visitor’s')
  })

  test('a visitor’s doesn’t disappear on signing out if the person has their own there', async () => {
    const before = openPage()
    as(before.stoa, 'anna')
    before.drafts.set(key, 'Anna’s')
    before.drafts.flush()
    const { drafts, change } = await openSharedPage({ [key]: 'Visitor’s' })
    await change('anna')
    await change('')
    await change('ben')
    expect(drafts.get(key)).toBe('')
    await change('anna')
    expect(drafts.get(key)).toBe('Anna’s\n\nVisitor’s')
    // Stored by a box whose code wasn’t loaded.
    saveEarlyText(key, 'Early')
    drafts.claim('anna')
    expect(drafts.get(key)).toBe('Anna’s\n\nVisitor’s\n\nEarly')
    expect(localStorage.getItem(`stoa.draft:${key}`)).toBeNull()
  })

  test('aren’t shown to a visitor after the person has signed out', async () => {
    const before = openPage()
    as(before.stoa, 'anna')
    before.drafts.set(key, 'Yesterday’s')
    before.drafts.flush()
    const { drafts, stoa, change } = await openSharedPage({})
    await change('anna')
    expect([drafts.get(key), hasDraft(stoa, key)]).toEqual(['Yesterday’s', true])
    await change('')
    expect([drafts.get(key), hasDraft(stoa, key)]).toEqual(['', false])
  })

  test('an unfinished form is never joined with another: the visitor’s comes after the person’s own', async () => {
    const form = draftKey('FORUM', 'anonymous-post')
    const before = openPage()
    as(before.stoa, 'anna')
    before.drafts.set(form, '{"form":1}')
    before.drafts.flush()
    const { drafts, change } = await openSharedPage({ [form]: '{"form":2}' })
    await change('anna')
    expect(drafts.get(form)).toBe('{"form":1}')
    await change('')
    await change('ben')
    expect(drafts.get(form)).toBe('')
    await change('anna')
    drafts.set(form, '{"form":1.1}')
    expect(drafts.get(form)).toBe('{"form":1.1}')
    drafts.clear(form)
    drafts.flush()
    const later = openPage()
    as(later.stoa, 'anna')
    expect(later.drafts.get(form)).toBe('{"form":2}')
    later.drafts.clear(form)
    later.drafts.flush()
    expect(localStorage.length).toBe(0)
  })
})
