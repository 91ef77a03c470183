import { StoaError } from '@stoa/client'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MountOptions } from '../loader/define-element.ts'
import type { Forum } from '../session/forum.ts'
import { reportLoadFailure } from './client-thread.tsx'

const article = { community: 'FORUM', url: 'https://news.example/a' }
const options: MountOptions = { community: 'FORUM', forumUrl: 'https://forum.example', locale: 'en', article }
const error = new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
let forum: Forum
const hosts: HTMLElement[] = []

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  forum = { stoa: {} } as unknown as Forum
})

afterEach(() => {
  for (const host of hosts.splice(0)) host.remove()
  vi.restoreAllMocks()
})

/** An element that failed to load. */
function failed(tag: string, about: MountOptions = options) {
  const host = document.body.appendChild(document.createElement(tag))
  hosts.push(host)
  const container = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'))
  const retry = vi.fn()
  render(reportLoadFailure(host, { error, forum, options: about, retry }), { container, baseElement: container })
  return { host, retry, container, button: container.querySelector('button') as HTMLButtonElement }
}

it('shows for each element what failed to load', () => {
  const words = ['stoa-comments', 'stoa-poll', 'stoa-reactions'].map((tag) => failed(tag).container.textContent)
  expect(words).toEqual([
    'Couldn’t load the comments.Try again',
    'Couldn’t load the poll.Try again',
    'Couldn’t load the reactions.Try again',
  ])
})

it('shows a problem in the language of its texts, else in English', () => {
  const refusal = new StoaError('COMMUNITY_NOT_FOUND', { message: 'There is no such community.' })
  const words = (texts?: Record<string, string>) => {
    const host = document.createElement('stoa-poll')
    const { container } = render(reportLoadFailure(host, { error: refusal, forum, options, texts, retry: () => {} }))
    return container.textContent
  }
  const texts = { 'embed.noCommunity': '{what}: „{community}“ gibt es nicht.', 'embed.part.poll': 'Umfrage' }
  expect(words(texts)).toBe('Umfrage: „FORUM“ gibt es nicht.')
  expect(words()).toBe('The poll can’t be shown here because the community “FORUM” doesn’t exist.')
})

it('retries for all elements of a thread at once', async () => {
  const comments = failed('stoa-comments')
  const poll = failed('stoa-poll')
  const elsewhere = failed('stoa-poll', { ...options, article: { ...article, url: 'https://news.example/b' } })
  await userEvent.click(poll.button)
  expect(comments.retry).toHaveBeenCalledTimes(1)
  expect(poll.retry).toHaveBeenCalledTimes(1)
  expect(elsewhere.retry).not.toHaveBeenCalled()
})

it('ignores elements that were removed or show content by now', async () => {
  const removedPart = failed('stoa-comments')
  const filledPart = failed('stoa-reactions')
  const poll = failed('stoa-poll')
  removedPart.host.remove()
  filledPart.container.replaceChildren()
  await userEvent.click(poll.button)
  expect(removedPart.retry).not.toHaveBeenCalled()
  expect(filledPart.retry).not.toHaveBeenCalled()
  expect(poll.retry).toHaveBeenCalledTimes(1)
})
