import type { ApiCall } from '@stoa/client'
import { exampleMe } from '@stoa/contract/fixtures'
import { createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { useFindPeople, useFindProfile } from './use-find-people.ts'

const member = (userId: string) => ({ userId, username: `${userId}_name`, displayName: userId, imageUrl: '' })

test('finds members of the community by what is typed, without the viewer and people they don’t want to see', async () => {
  const me = exampleMe()
  const call = vi.fn(async (..._request: [name: string, input: unknown]) => ({
    items: ['blocked', 'muted', me.id, 'other'].map(member),
  }))
  const stoa = createStoa({ client: { call: call as unknown as ApiCall } })
  const mutes = { blocked: ['blocked'], users: ['muted'], posts: [], topics: [], words: [] }
  stoa.state.setState({ viewer: { ...me, mutes } })
  const wrapper = ({ children }: { children: ReactNode }) => <StoaProvider stoa={stoa}>{children}</StoaProvider>
  const { result } = renderHook(() => useFindPeople('FORUM'), { wrapper })
  expect(await result.current('ada')).toEqual([
    {
      id: 'other',
      username: 'other_name',
      name: 'other',
      imageUrl: '',
      href: `${window.location.origin}/author/other`,
    },
  ])
  await result.current('')
  expect(call.mock.calls.map(([name, input]) => [name, input])).toEqual([
    ['communityMembers', { tokenName: 'FORUM', limit: 10, query: 'ada' }],
    ['communityMembers', { tokenName: 'FORUM', limit: 10 }],
  ])
})

test('finds people by addresses of profiles here, and asks about no others', async () => {
  const call = vi.fn(async (..._request: [name: string, input: unknown]) => ({ user: exampleMe() }))
  const stoa = createStoa({ client: { call: call as unknown as ApiCall } })
  const wrapper = ({ children }: { children: ReactNode }) => <StoaProvider stoa={stoa}>{children}</StoaProvider>
  const { result } = renderHook(() => useFindProfile(), { wrapper })
  const { origin } = window.location
  for (const other of [
    'https://other.example/author/ada',
    `${origin}/author/ada/followers`,
    `${origin}/author/%E0`,
    `${origin}/bbs/FORUM`,
  ])
    expect(await result.current(other)).toBeNull()
  expect(call).not.toHaveBeenCalled()
  const { id, username } = exampleMe()
  const person = await result.current(`${origin}/author/%C3%84da?a=b`)
  expect(person).toMatchObject({ id, username, href: `${origin}/author/${id}` })
  expect(call.mock.calls).toEqual([['userGet', { idOrSlug: 'Äda' }]])
})
