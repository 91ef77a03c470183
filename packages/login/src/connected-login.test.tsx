import { StoaError } from '@stoa/client'
import { type CallName } from '@stoa/contract'
import { exampleComment, exampleCommunity, exampleMe } from '@stoa/contract/fixtures'
import { createActions, createStoa, putEntities, type Stoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { ConnectedLogin } from './connected-login.tsx'

beforeAll(async () => {
  await createActions(fakeStoa({})).prepare()
})

const me = exampleMe({ joinedCommunities: [] })
const community = exampleCommunity()
const signedIn = { userId: me.id, accessToken: 't', expiresAt: 0 }

function fakeStoa(responses: { [Name in CallName]?: (input: unknown) => unknown }): Stoa {
  const call = async (name: CallName, input: unknown) => {
    const respond = responses[name]
    if (!respond) throw new StoaError('NETWORK', { message: `unexpected ${name}` })
    return respond(input)
  }
  const session = {
    getAccessToken: async () => 't',
    refresh: async () => 't',
    signOut: async () => {},
    onChange: () => () => {},
  }
  const stoa = createStoa({ client: { call: call as never }, session, storage: null })
  putEntities(stoa, { communities: { FORUM: community } })
  stoa.state.setState({ viewer: null })
  return stoa
}

it('signs in, joins, and then completes the action', async () => {
  const react = vi.fn(() => ({
    entityId: 'c1',
    reactionName: 'thumb-up',
    reactionsCount: { 'thumb-up': 1, 'thumb-down': 0 },
  }))
  const stoa = fakeStoa({
    authSignIn: () => signedIn,
    me: () => ({ user: me }),
    viewerFacts: () => ({ reactions: {}, votes: {}, comments: [] }),
    communityJoin: () => ({ community, joinedCommunities: ['FORUM'] }),
    postReaction: react,
  })
  putEntities(stoa, {
    comments: { c1: exampleComment('otter', { id: 'c1' }) },
  })
  const adopt = vi.fn(() => stoa.state.setState({ viewer: me }))
  render(
    <StoaProvider stoa={stoa}>
      <ConnectedLogin session={{ adopt }} />
    </StoaProvider>,
  )
  const { react: wish } = stoa.singleton(createActions)
  await act(async () => {
    await wish({ entityType: 'Comment', entityId: 'c1', reactionName: 'thumb-up' }).catch(() => {})
  })
  expect(await screen.findByRole('heading', { name: 'Sign in to like this comment' })).toBeTruthy()
  await userEvent.type(await screen.findByLabelText('Username or email'), 'newt')
  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}')
  await waitFor(() => expect(react).toHaveBeenCalledOnce())
  expect(adopt).toHaveBeenCalledWith(signedIn)
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
})

async function showWish(stoa: Stoa, onFailure = vi.fn()) {
  putEntities(stoa, { comments: { c1: exampleComment('otter', { id: 'c1' }) } })
  const view = render(
    <StoaProvider stoa={stoa}>
      <ConnectedLogin session={{ adopt: () => {} }} onFailure={onFailure} />
    </StoaProvider>,
  )
  await act(async () => {
    await stoa
      .singleton(createActions)
      .react({ entityType: 'Comment', entityId: 'c1', reactionName: 'thumb-up' })
      .catch(() => {})
  })
  return { ...view, onFailure }
}

it('continues by itself when somebody has signed in in another tab or window', async () => {
  const member = exampleMe({ joinedCommunities: ['FORUM'] })
  const react = vi.fn(() => ({
    entityId: 'c1',
    reactionName: 'thumb-up',
    reactionsCount: { 'thumb-up': 1, 'thumb-down': 0 },
  }))
  const stoa = fakeStoa({ me: () => ({ user: member }), postReaction: react })
  await showWish(stoa)
  await screen.findByLabelText('Username or email')
  act(() => stoa.state.setState({ viewer: member }))
  await waitFor(() => expect(react).toHaveBeenCalledOnce())
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
})

it('shows an error in the form if the viewer can’t be loaded', async () => {
  const stoa = fakeStoa({ authSignIn: () => signedIn })
  await showWish(stoa)
  stoa.state.setState({ viewer: undefined })
  await userEvent.type(await screen.findByLabelText('Username or email'), 'newt')
  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}')
  await screen.findByText(/Couldn’t reach the server/)
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret')
})
