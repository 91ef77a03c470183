import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { acquireForum, releaseForum } from '../session/forum.ts'
import { options, stubLayout } from '../testing/rendered-thread.ts'
import { mountRoot } from './mount-root.tsx'

const forum = acquireForum(options.forumUrl)
let host: HTMLElement

beforeEach(() => {
  stubLayout({ stub: vi.stubGlobal })
  host = document.body.appendChild(document.createElement('stoa-comments'))
})

afterEach(() => {
  host.remove()
  vi.unstubAllGlobals()
})

it('leaves nothing in a removed element, nor in the forum', async () => {
  const add = vi.spyOn(host, 'addEventListener')
  const remove = vi.spyOn(host, 'removeEventListener')
  const other = acquireForum(options.forumUrl)
  const root = mountRoot(host, { forum, styles: '' })
  await act(async () => root.render(options, 'the thread'))
  host.dispatchEvent(new Event('pointerdown'))
  expect(forum.activeHost).toBe(host)
  await act(async () => root.unmount())
  expect(forum.activeHost).toBeNull()
  const listenersOf = (calls: unknown[][]) => calls.map(([event, listener]) => [event, listener])
  expect(listenersOf(remove.mock.calls)).toEqual(expect.arrayContaining(listenersOf(add.mock.calls)))
  releaseForum(other)
})

it('replaces a message', async () => {
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.append('What was wrong')
  const root = mountRoot(host, { forum, styles: '' })
  await act(async () => root.render(options, 'the thread'))
  expect(shadow.textContent).toBe('the thread')
  await act(async () => root.unmount())
})
