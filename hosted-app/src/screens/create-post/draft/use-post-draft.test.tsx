import type { ApiCall } from '@stoa/client'
import { exampleMe } from '@stoa/contract/fixtures'
import { createDrafts, createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePostDraft } from './use-post-draft.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

afterEach(() => void vi.unstubAllGlobals())

/** Locks of the browser, as tabs see them. */
function stubLocks() {
  const held = new Set<string>()
  const request = async (name: string, _: object, work: (lock: object | null) => unknown) => {
    if (held.has(name)) return work(null)
    held.add(name)
    await work({})
    held.delete(name)
  }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }))
  return held
}

/** A tab with a new post: its own memory, the browser's storage. */
function openTab() {
  const stoa = createStoa({ client: { call: (() => new Promise(() => {})) as ApiCall } })
  stoa.state.setState({ viewer: exampleMe() })
  const wrapper = ({ children }: { children: ReactNode }) => <StoaProvider stoa={stoa}>{children}</StoaProvider>
  const { result, unmount } = renderHook(() => usePostDraft('FORUM', null), { wrapper })
  return {
    title: () => result.current.form.title,
    isRead: () => result.current.isRead,
    clear: () => act(() => void result.current.clear()),
    type(title: string) {
      act(() => result.current.change({ title }))
      stoa.singleton(createDrafts).flush()
      for (const key of Object.keys(localStorage)) {
        act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) })))
      }
    },
    close() {
      unmount()
      stoa.destroy()
    },
  }
}

test('posts begun in two tabs don’t overwrite each other', () => {
  const [one, other] = [openTab(), openTab()]
  one.type('One')
  other.type('Other')
  one.type('One goes on')
  other.type('Other goes on')
  expect([one.title(), other.title()]).toEqual(['One goes on', 'Other goes on'])
  one.close()
  other.close()

  // The second tab has a key of its own, which it finds again.
  const reloaded = openTab()
  expect(reloaded.title()).toBe('Other goes on')
  reloaded.close()
  sessionStorage.clear()
  const next = openTab()
  expect(next.title()).toBe('One goes on')
  next.clear()
  next.close()
  // A text whose tab has gone is shown when there is no other.
  const last = openTab()
  expect(last.title()).toBe('Other goes on')
  last.close()
})

test('without locks, a post that is written in turn in two tabs stays one', () => {
  const one = openTab()
  one.type('One')
  const other = openTab()
  expect(other.title()).toBe('One')
  other.type('One, changed')
  expect(Object.keys(localStorage)).toHaveLength(1)
  one.close()
  other.close()
})

test('a new post doesn’t begin with the text that another tab is writing', async () => {
  const held = stubLocks()
  const one = openTab()
  await waitFor(() => expect(one.isRead()).toBe(true))
  one.type('One')
  // The tab is another process, which holds its form until it ends.
  one.close()
  await waitFor(() => expect(held.size).toBe(0))
  const stored = Object.keys(localStorage)
  for (const key of stored) held.add(key.replace('stoa.draft:', 'stoa.writing:'))
  const other = openTab()
  await waitFor(() => expect(other.isRead()).toBe(true))
  expect(other.title()).toBe('')
  other.type('Other')
  expect(Object.keys(localStorage)).toHaveLength(2)
  expect(localStorage.getItem(stored[0] ?? '')).toContain('One')
  expect(held.size).toBe(2)
  other.close()
  await waitFor(() => expect(held.size).toBe(1))
  held.clear()
  sessionStorage.clear()
  const next = openTab()
  await waitFor(() => expect(next.title()).toBe('One'))
  next.close()
})

test('a form that is left and opened again in the same tab keeps its text', async () => {
  const held = stubLocks()
  const one = openTab()
  await waitFor(() => expect(one.isRead()).toBe(true))
  one.type('One')
  one.close()
  const again = openTab()
  await waitFor(() => expect(again.title()).toBe('One'))
  again.close()
  await waitFor(() => expect(held.size).toBe(0))
})
