import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import { exampleMe } from '@stoa/contract/fixtures'
import { createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemberScreen, type MemberScreenProps } from '../../shell/member-screen.tsx'
import { ForumAt, type ForumContent } from '../../testing/forum-at.tsx'
import { arrivalOf, forgetJourney } from './merge-journey.ts'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (path: string, content: ForumContent = {}) => render(<ForumAt path={path} {...content} />)
const SETTINGS = '/bbs/my-account/settings'
const NOTIFICATIONS = '/bbs/my-profile/settings/notifications'

test.each([SETTINGS, NOTIFICATIONS])('a visitor of %s signs in first', async (path) => {
  show(path, { viewer: null })
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: /settings/i })).toBeNull()
})

test('as long as nobody knows who reads, nothing is claimed and nothing loaded', async () => {
  const stoa = createStoa({ client: { call: () => new Promise(() => {}) }, storage: null })
  const load = vi.fn(async () => ({ viewer }: MemberScreenProps) => <h1>{`Of ${viewer.username}`}</h1>)
  render(
    <StoaProvider stoa={stoa}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <MemberScreen load={load} /> }])} />
    </StoaProvider>,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Loading' })).toBeTruthy()
  expect(load).not.toHaveBeenCalled()
  act(() => stoa.state.setState({ viewer: exampleMe() }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Of newt' })).toBeTruthy()
})

test('a screen whose code does not come can be tried again', async () => {
  const stoa = createStoa({ client: { call: () => new Promise(() => {}) }, storage: null })
  stoa.state.setState({ viewer: exampleMe() })
  const load = vi
    .fn<() => Promise<() => ReactNode>>()
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValueOnce(() => <h1>There</h1>)
  render(
    <StoaProvider stoa={stoa}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <MemberScreen load={load} /> }])} />
    </StoaProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'There' })).toBeTruthy()
})

test('whoever leaves unsaved changes is asked, and may stay', async () => {
  show(SETTINGS, { user: exampleMe() })
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  await userEvent.type(name, '!')
  await userEvent.click(screen.getByRole('link', { name: 'Communities' }))
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await userEvent.click(screen.getByRole('button', { name: 'Stay here' }))
  await waitFor(() => expect(question.isConnected).toBe(false))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Palmate Newt!')
  await userEvent.click(screen.getByRole('link', { name: 'Communities' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard them' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Communities' })).toBeTruthy()
})

test('a saved profile shows in the header at once', async () => {
  show(SETTINGS)
  await userEvent.type(await screen.findByLabelText('Name'), ' II')
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }))
  expect(await screen.findByText('Saved.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Your account, Palmate Newt II' })).toBeTruthy()
})

test('a switch moves at once, and back when the server refuses', async () => {
  show(NOTIFICATIONS, { calls: { notificationSettings: 'fails' } })
  const one = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Somebody follows you: By e-mail' })
  expect(one.checked).toBe(false)
  await userEvent.click(one)
  expect(await screen.findByText(/^Not saved: Somebody follows you, By e-mail/)).toBeTruthy()
  expect(one.checked).toBe(false)
})

test('a switch that is saved says so; what comes only by mail has one switch', async () => {
  show(NOTIFICATIONS)
  const one = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Somebody follows you: On the site' })
  await userEvent.click(one)
  expect(await screen.findByText('Saved.')).toBeTruthy()
  expect(one.checked).toBe(true)
  expect(screen.getAllByRole('checkbox', { name: /^What you have missed/ })).toHaveLength(1)
})

test('posts of people one follows and of communities are two switches, of which the second is off', async () => {
  show(NOTIFICATIONS)
  const of = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
  expect((await of('Somebody you follow posts: On the site')).checked).toBe(true)
  expect((await of('Anybody posts in a community you have joined: On the site')).checked).toBe(false)
})

test('a session is ended by itself or with all others, never the one that asks', async () => {
  const at = { id: 'a'.repeat(20), address: '', site: null, method: '', createdAt: 0, seenAt: 0 }
  const sessions = [
    { ...at, device: 'Firefox on Linux', current: true },
    { ...at, id: 'b'.repeat(20), device: 'Safari on iPhone', current: false },
    { ...at, id: 'c'.repeat(20), device: '', current: false },
  ]
  show(SETTINGS, { sessions })
  const list = await screen.findByRole('list', { name: 'Where you are signed in' })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }))
  expect(await screen.findByText('Safari on iPhone is signed out.')).toBeTruthy()
  expect(document.activeElement).toBe(list)
  expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }))
  expect(await screen.findByText('You are signed in only here.')).toBeTruthy()
  expect(screen.queryByText('Unknown device')).toBeNull()
})

test('what can’t be loaded can be tried again, and the rest is there', async () => {
  show(SETTINGS, { calls: { accountSecurity: 'fails' } })
  expect(await screen.findByText('Your settings could not be loaded')).toBeTruthy()
  expect(screen.getByLabelText('New username')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('another address waits for both ends; a password is set', async () => {
  show(SETTINGS, { account: { hasPassword: false } })
  await userEvent.type(await screen.findByLabelText('New e-mail address'), 'other@example.org{Enter}')
  expect(await screen.findByText(/both ends have agreed/)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('New password'), 'Abcdef1!')
  await userEvent.type(screen.getByLabelText('New password again'), 'Abcdef1!')
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
  expect(await screen.findByText(/^Your password is changed/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Change password' })).toBeTruthy()
})

test('who owns a community is told what becomes of it before the account is deleted', async () => {
  const { unmount } = show(SETTINGS, { viewer: exampleMe({ tokenOwner: ['FORUM'] }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  expect(screen.getByText(/^You own FORUM\./)).toBeTruthy()
  unmount()
  show(SETTINGS, { viewer: exampleMe({ tokenOwner: [] }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  expect(screen.queryByText(/^You own/)).toBeNull()
})

test('who has merged accounts is told that they are deleted, too, and where to part them', async () => {
  const merged = { userId: 'm'.repeat(20), username: 'old_newt', mergedAt: 0 }
  const opened = async (userForwarded?: () => { items: (typeof merged)[] }) => {
    const { unmount } = show(SETTINGS, userForwarded ? { answers: { userForwarded } } : {})
    if (userForwarded) await screen.findByText(/Undo the merge|could not be loaded|@old_newt/)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
    const said = screen.queryByText(/merged into it/)
    const link = screen.queryByRole('link', { name: 'To keep one, undo its merge and all later ones first.' })
    const told = [said?.textContent, link && document.querySelector(link.getAttribute('href') ?? '')?.textContent]
    unmount()
    return told
  }
  expect(await opened(() => ({ items: [merged] }))).toEqual([
    expect.stringMatching(/^Deleted with it.*: @old_newt\./),
    'Merge accounts',
  ])
  const fails = () => {
    throw new StoaError('NETWORK', { message: '' })
  }
  expect(await opened(fails)).toEqual([expect.stringMatching(/^Accounts that are merged into it/), 'Merge accounts'])
  expect(await opened()).toEqual([undefined, null])
})

test('an account is deleted by typing its name; what was done with it is told', async () => {
  show(SETTINGS, { viewer: exampleMe() })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  await userEvent.click(screen.getByLabelText('Remove them, too'))
  const name = screen.getByLabelText('Type your username, newt, to confirm')
  await userEvent.type(name, 'neut{Enter}')
  expect(screen.getByText('This is not your username.')).toBeTruthy()
  expect(document.activeElement).toBe(name)
  await userEvent.clear(name)
  await userEvent.type(name, 'newt{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Your account is deleted' })).toBeTruthy()
  expect(screen.getByText('12 comments')).toBeTruthy()
  expect(screen.queryByText('0 votes')).toBeNull()
})

test('the receipt shows to nobody else', async () => {
  show('/bbs/my-account/deleted', { viewer: null })
  expect(await screen.findByText('There is nothing to show here.')).toBeTruthy()
})

test('passkeys, providers and two steps change with what the server answers', async () => {
  const passkey = { id: 'p'.repeat(20), name: 'Laptop', createdAt: 0, usedAt: null, synced: false }
  const provider = { providerId: 'google', name: 'Google', linkedAt: 0, label: 'newt@google.example' }
  show(SETTINGS, { account: { passkeys: [passkey], providers: [provider] } })
  await userEvent.click(await screen.findByRole('button', { name: 'Rename Laptop' }))
  await userEvent.type(screen.getByLabelText('Name of the passkey'), ' 2{Enter}')
  expect(await screen.findByText('Laptop 2')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Unlink Google' }))
  await waitFor(() => expect(screen.queryByText('newt@google.example')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  await userEvent.type(await screen.findByLabelText('Code from the app'), '123456{Enter}')
  expect(await screen.findByText('Your recovery codes')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }))
  expect(await screen.findByText(/10 recovery codes are left/)).toBeTruthy()
})

test('what needs a proof asks who it is, and is done then', async () => {
  let isProved = false
  show(SETTINGS, {
    answers: {
      authPasswordChange() {
        if (!isProved) throw new StoaError('REAUTHENTICATION_REQUIRED', errors.REAUTHENTICATION_REQUIRED)
        return {}
      },
      authReauthenticate() {
        isProved = true
        return { until: 0 }
      },
    },
  })
  await userEvent.type(await screen.findByLabelText('New password'), 'Abcdef1!')
  await userEvent.type(screen.getByLabelText('New password again'), 'Abcdef1!{Enter}')
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(await within(dialog).findByLabelText('Password'), 'Stoa-demo-1{Enter}')
  expect(await screen.findByText(/^Your password is changed/)).toBeTruthy()
})

test('merging leads back to the settings and says who one is', async () => {
  show('/bbs/my-account/merge')
  await userEvent.type(await screen.findByLabelText(/^Username or e-mail/), 'old_newt')
  await userEvent.type(screen.getByLabelText(/^Password/), 'Stoa-demo-1{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Merge accounts' }))
  expect(await screen.findByText('The accounts are one now: you go on as @newt.')).toBeTruthy()
  expect(await screen.findByRole('heading', { level: 1, name: 'Account settings' })).toBeTruthy()
})

test('whoever leaves for an account without a password proves the own one first, and is asked to sign in', async () => {
  const userForwardProve = vi.fn(() => ({
    proof: 'p',
    account: { userId: 'n'.repeat(20), username: 'newt' },
    expiresAt: Date.now() + 60_000,
  }))
  show('/bbs/my-account/merge', { answers: { userForwardProve } })
  await userEvent.click(await screen.findByRole('button', { name: 'It has no password' }))
  await userEvent.type(screen.getByLabelText(/^Username of the other/), 'old_newt{Enter}')
  await waitFor(() => expect(userForwardProve).toHaveBeenCalledWith(expect.objectContaining({ partner: 'old_newt' })))
  expect(arrivalOf('old_newt', Date.now())).toEqual({
    proof: 'p',
    account: expect.objectContaining({ username: 'newt' }),
  })
  forgetJourney()
})

test('a merge is undone in the settings', async () => {
  const merged = { userId: 'o'.repeat(20), username: 'old_newt', mergedAt: 0 }
  show(SETTINGS, {
    answers: { userForwarded: () => ({ items: [merged] }), userForwardUndo: () => ({ user: merged }) },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the merge with @old_newt' }))
  expect(
    await screen.findByText('@old_newt is an account of its own again. Elsewhere you are signed out.'),
  ).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Merged into this account' })).toBeNull()
})

test('what was merged and can’t be loaded is not shown as nothing', async () => {
  const fails = () => {
    throw new StoaError('NETWORK', { message: 'The server could not be reached.' })
  }
  const items = [{ userId: 'a'.repeat(20), username: 'old_newt', mergedAt: 0 }]
  const userForwarded = vi.fn(() => ({ items })).mockImplementationOnce(fails)
  render(<ForumAt path="/bbs/my-account/settings" answers={{ userForwarded }} />)
  expect(await screen.findByText('What was merged could not be loaded')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('@old_newt')).toBeTruthy()
  expect(screen.queryByText('What was merged could not be loaded')).toBeNull()
})

test('an address that names a part of the settings leads to it, once it is there', async () => {
  const shown: string[] = []
  const { scrollIntoView } = Element.prototype
  Element.prototype.scrollIntoView = function (this: Element) {
    shown.push(this.id)
  }
  try {
    show(`${SETTINGS}#two-step`)
    await waitFor(() => expect(shown).toEqual(['two-step']))
  } finally {
    Element.prototype.scrollIntoView = scrollIntoView
  }
})
