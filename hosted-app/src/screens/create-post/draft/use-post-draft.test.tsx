import type { ApiCall } from '@stoa/client'
import { exampleMe } from '@stoa/contract/fixtures'
import { createDrafts, createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { usePostDraft } from './use-post-draft.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

/** A tab with a new post: its own memory, the browser's storage. */
function openTab() {
  const stoa = createStoa({ client: { call: (() => new Promise(() => {})) as ApiCall } })
  stoa.state.setState({ viewer: exampleMe() })
  const wrapper = ({ children }: { children: ReactNode }) => <StoaProvider stoa={stoa}>{children}</StoaProvider>
  const { result, unmount } = renderHook(() => usePostDraft('FORUM', null), { wrapper })
  return {
    title: () => result.current.form.title,
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

test('a post that is written in turn in two tabs stays one', () => {
  const one = openTab()
  one.type('One')
  const other = openTab()
  expect(other.title()).toBe('One')
  other.type('One, changed')
  expect(Object.keys(localStorage)).toHaveLength(1)
  one.close()
  other.close()
})
