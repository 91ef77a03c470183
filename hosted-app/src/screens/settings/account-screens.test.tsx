import { StoaError } from '@stoa/client'
import { type CallInput, errors, type Media, type MuteList } from '@stoa/contract'
import { exampleId, exampleMe, exampleSummary } from '@stoa/contract/fixtures'
import { createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { lazy } from '@stoa/ui'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { MemberScreen, type MemberScreenProps } from '../../shell/member-screen.tsx'
import { exampleOutbox } from '../../testing/example-outbox.ts'
import { ForumAt, type ForumContent } from '../../testing/forum-at.tsx'
import { arrivalOf, forgetJourney } from './merge/merge-proof.ts'

const show = (path: string, content: ForumContent = {}) => render(<ForumAt path={path} {...content} />)
const SETTINGS = '/bbs/my-account/settings'
const NOTIFICATIONS = '/bbs/my-profile/settings/notifications'

test.each([SETTINGS, NOTIFICATIONS])('a visitor of %s signs in first', async (path) => {
  show(path, { viewer: null })
  expect(await screen.findByRole('heading', { level: 1, name: /^Sign in to / })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: /^(?!Sign in).*settings/i })).toBeNull()
})

test('a hidden community is shown again', async () => {
  show(`${SETTINGS}/hidden`, { viewer: exampleMe({ hiddenCommunities: ['BOATS', 'GARDEN'] }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Unmute BOATS' }))
  expect(await screen.findByText('BOATS is unmuted.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'BOATS' })).toBeNull()
  expect(screen.getByRole('link', { name: 'GARDEN' })).toBeTruthy()
})

test('what is blocked and muted is listed, and each button names what it does', async () => {
  const at = 1
  const pest = { userId: exampleId(21, 'v'), displayName: 'Loud Heron', slugUrl: 'loud-heron', imageUrl: '', at }
  let mutes: MuteList = {
    blocked: [pest],
    users: [{ ...pest, userId: exampleId(22, 'v'), displayName: 'Quiet Wren' }],
    words: [{ text: 'bandstand', at }],
    topics: [],
    posts: [],
    communities: [],
  }
  const sent: unknown[] = []
  show(`${SETTINGS}/hidden`, {
    callResponses: {
      muteList: () => ({ mutes }),
      dmBlock: (input) => {
        sent.push(input)
        mutes = { ...mutes, blocked: [] }
        return { status: false }
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock Loud Heron' }))
  expect(await screen.findByText('Loud Heron is unblocked.')).toBeTruthy()
  expect(sent).toEqual([{ blockUserId: pest.userId, block: false }])
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Blocked people' })).toBeNull())
  expect(document.activeElement).not.toBe(document.body)
  expect(screen.getByRole('button', { name: 'Unmute Quiet Wren' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Remove bandstand' })).toBeTruthy()
})

test('a hidden post is shown again', async () => {
  const post = exampleSummary()
  const inputs: unknown[] = []
  show(`${SETTINGS}/hidden`, {
    hiddenForMe: [{ id: post.id, hiddenAt: 1, post, comment: null }],
    callResponses: {
      contentHideForMe: (input) => {
        inputs.push(input)
        return { hidden: false }
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: `Show ${post.title} again` }))
  expect(await screen.findByText(`${post.title} is shown again.`)).toBeTruthy()
  expect(inputs).toEqual([{ entityType: 'Post', entityId: post.id, hide: false }])
  expect(screen.queryByRole('link', { name: post.title })).toBeNull()
})

test('an unused upload can be deleted, and a used one says why it can’t', async () => {
  const used = { ...UPLOAD, id: 'u'.repeat(20), filename: 'used.png', uses: 1 }
  const deleted: string[] = []
  show('/bbs/my-account/uploads', {
    callResponses: {
      mediaList: () => ({
        items: [UPLOAD, used],
        cursor: null,
        hasMore: false,
        total: 2,
        usedBytes: 4000,
        maxBytes: 1e10,
      }),
      mediaDelete: ({ mediaId }) => ({ deleted: deleted.push(mediaId) > 0 }),
    },
  })
  const list = await screen.findByRole('list', { name: 'My uploads' })
  expect(within(list).getByText('To delete this file, first remove it from where it’s used.')).toBeTruthy()
  expect(
    within(list)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Delete gutter.png'])
  await userEvent.click(within(list).getByRole('button', { name: 'Delete gutter.png' }))
  expect(await screen.findByText('gutter.png was deleted.')).toBeTruthy()
  expect(deleted).toEqual([UPLOAD.id])
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
})

const UPLOAD: Media = {
  id: 't'.repeat(20),
  kind: 'image',
  status: 'ready',
  error: null,
  filename: 'gutter.png',
  bytes: 2000,
  url: '/media/a.png',
  width: 10,
  height: 10,
  durationMs: null,
  placeholder: '',
  sizes: [],
  posterUrl: null,
  captionsUrl: null,
  removed: false,
  uses: 0,
  createdAt: 0,
}

test('until the viewer is known, nothing is shown or loaded', async () => {
  const stoa = createStoa({ client: { call: () => new Promise(() => {}) }, storage: null })
  const load = vi.fn(async () => ({ viewer }: MemberScreenProps) => <h1>{`Of ${viewer.username}`}</h1>)
  render(
    <StoaProvider stoa={stoa}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <MemberScreen screen={lazy(load)} /> }])} />
    </StoaProvider>,
  )
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(load).not.toHaveBeenCalled()
  act(() => stoa.state.setState({ viewer: exampleMe() }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Of newt' })).toBeTruthy()
})

test('a screen whose code fails to load can be retried', async () => {
  const stoa = createStoa({ client: { call: () => new Promise(() => {}) }, storage: null })
  stoa.state.setState({ viewer: exampleMe() })
  const load = vi
    .fn<() => Promise<() => ReactNode>>()
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValueOnce(() => <h1>There</h1>)
  render(
    <StoaProvider stoa={stoa}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <MemberScreen screen={lazy(load)} /> }])} />
    </StoaProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'There' })).toBeTruthy()
})

test('leaving unsaved changes asks first, and can be cancelled', async () => {
  show(SETTINGS, { user: exampleMe() })
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  await userEvent.type(name, '!')
  await userEvent.click(screen.getByRole('link', { name: 'Browse communities' }))
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(question.isConnected).toBe(false))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Palmate Newt!')
  await userEvent.click(screen.getByRole('link', { name: 'Browse communities' }))
  const again = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
  expect(again.getByRole('button', { name: 'Keep for later' })).toBeTruthy()
  await userEvent.click(again.getByRole('button', { name: 'Discard' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Communities' })).toBeTruthy()
})

test('a saved profile shows in the header at once', async () => {
  show(SETTINGS)
  await userEvent.type(await screen.findByLabelText('Name'), ' II')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Your account, Palmate Newt II' })).toBeTruthy()
})

test('a refused switch stays in the save bar, with the error, until it is discarded', async () => {
  show(NOTIFICATIONS, { calls: { notificationSettings: 'fails' } })
  const one = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'New followers: By email' })
  expect(one.checked).toBe(false)
  await userEvent.click(one)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)
  await waitFor(() => expect(alerts().join('')).not.toBe(''))
  expect(one.checked).toBe(true)
  const discard = screen.getByRole<HTMLButtonElement>('button', { name: 'Discard' })
  await waitFor(() => expect(discard.disabled).toBe(false))
  await userEvent.click(discard)
  expect(one.checked).toBe(false)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('only changed switches are sent; mail-only notifications have one switch', async () => {
  const settings = {
    reply: true,
    mention: true,
    newPost: true,
    communityPost: false,
    watched: true,
    reminder: true,
    message: true,
    follow: false,
  }
  const all = { ...settings, moderation: true, role: true, queue: true, overdue: true }
  const notificationSettings = vi.fn((_: CallInput<'notificationSettings'>) => ({
    notificationSettings: {
      onSite: { ...all, follow: true },
      email: { ...all, digest: false },
      push: all,
      quietHours: null,
    },
  }))
  show(NOTIFICATIONS, { callResponses: { notificationSettings } })
  const one = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'New followers: On the site' })
  await userEvent.click(one)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Weekly digest: By email' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
  expect(notificationSettings).toHaveBeenCalledExactlyOnceWith({
    notificationSettings: { onSite: { follow: true }, email: { digest: false } },
  })
  expect(one.checked).toBe(true)
  expect(screen.getAllByRole('checkbox', { name: /^Weekly digest/ })).toHaveLength(1)
})

test('posts of followed people and of communities have two switches, the second off by default', async () => {
  show(NOTIFICATIONS)
  const of = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
  expect((await of('New posts by people you follow: On the site')).checked).toBe(true)
  expect((await of('New posts in your communities: On the site')).checked).toBe(false)
})

test('sessions are ended singly or all others together, but never the current one', async () => {
  const at = { id: 'a'.repeat(20), address: '', site: null, method: '', createdAt: 0, seenAt: 0 }
  const sessions = [
    { ...at, device: 'Firefox on Linux', current: true },
    { ...at, id: 'b'.repeat(20), device: 'Safari on iPhone', current: false },
    { ...at, id: 'c'.repeat(20), device: '', current: false },
  ]
  show(`${SETTINGS}/sessions`, { sessions })
  const list = await screen.findByRole('list', { name: 'Sessions' })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }))
  expect(await screen.findByText('Safari on iPhone was signed out.')).toBeTruthy()
  expect(document.activeElement).toBe(list)
  expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }))
  expect(await screen.findByText('You’re only signed in here.')).toBeTruthy()
  expect(screen.queryByText('Unknown device')).toBeNull()
})

test('settings that can’t be loaded can be retried, and the other sections work', async () => {
  show(`${SETTINGS}/security`, { calls: { accountSecurity: 'fails' } })
  expect(await screen.findByText('Couldn’t load your settings')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Profile' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a new address needs confirmation from both addresses; a password can be set', async () => {
  show(`${SETTINGS}/security`, { account: { hasPassword: false } })
  await userEvent.type(await screen.findByLabelText('New email address'), 'other@example.org{Enter}')
  expect(await screen.findByText(/confirmed both/)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('New password'), 'Abcdef1!')
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'Abcdef1!')
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
  expect(await screen.findByText(/^Your password was changed/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Change password' })).toBeTruthy()
})

test('the owner of a community sees what happens to it before the account is deleted', async () => {
  const { unmount } = show(`${SETTINGS}/data`, { viewer: exampleMe({ tokenOwner: ['FORUM'] }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  expect(screen.getByText(/^You own FORUM\./)).toBeTruthy()
  unmount()
  show(`${SETTINGS}/data`, { viewer: exampleMe({ tokenOwner: [] }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  expect(screen.queryByText(/^You own/)).toBeNull()
})

test('a person with merged accounts sees that they are deleted, too, and where to separate them', async () => {
  const merged = { userId: 'm'.repeat(20), username: 'old_newt', mergedAt: 0 }
  const opened = async (userForwarded: () => { items: (typeof merged)[] }, text: RegExp | null) => {
    const { unmount } = show(`${SETTINGS}/data`, { callResponses: { userForwarded } })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
    await waitFor(() => {
      const hint = screen.queryByText(/merged into (it|this account)/)?.textContent
      if (text) expect(hint).toMatch(text)
      else expect(hint).toBeUndefined()
    })
    const link = screen.queryByRole('link', { name: 'To keep one, first undo its merge and all later ones.' })
    const href = link?.getAttribute('href')
    unmount()
    return href
  }
  expect(await opened(() => ({ items: [merged] }), /^Also deleted.*: @old_newt\./)).toBe(`${SETTINGS}/merge`)
  const fails = () => {
    throw new StoaError('NETWORK', { message: '' })
  }
  expect(await opened(fails, /^Accounts merged into it/)).toBe(`${SETTINGS}/merge`)
  expect(await opened(() => ({ items: [] }), null)).toBeUndefined()
})

test('an account is deleted by typing its name; the receipt lists what was removed', async () => {
  show(`${SETTINGS}/data`, { viewer: exampleMe() })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  await userEvent.click(screen.getByLabelText('Remove them, too'))
  const name = screen.getByLabelText('To confirm, enter your username: newt')
  await userEvent.type(name, 'neut{Enter}')
  expect(screen.getByText('This isn’t your username.')).toBeTruthy()
  expect(document.activeElement).toBe(name)
  await userEvent.clear(name)
  await userEvent.type(name, 'newt{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Your account was deleted' })).toBeTruthy()
  expect(screen.getByText('12 comments')).toBeTruthy()
  expect(screen.queryByText('0 votes')).toBeNull()
})

test('only the person sees the receipt', async () => {
  show('/bbs/my-account/deleted', { viewer: null })
  expect(await screen.findByText('Nothing to show here.')).toBeTruthy()
})

test('passkeys, providers and two-step verification follow the server’s responses', async () => {
  const passkey = { id: 'p'.repeat(20), name: 'Laptop', createdAt: 0, usedAt: null, synced: false }
  const provider = { providerId: 'google', name: 'Google', linkedAt: 0, label: 'newt@google.example' }
  show(`${SETTINGS}/security`, { account: { passkeys: [passkey], providers: [provider] } })
  await userEvent.click(await screen.findByRole('button', { name: 'Rename Laptop' }))
  await userEvent.type(screen.getByLabelText('Passkey name'), ' 2{Enter}')
  expect(await screen.findByText('Laptop 2')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Unlink Google' }))
  await waitFor(() => expect(screen.queryByText('newt@google.example')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  await userEvent.type(await screen.findByLabelText('Code from the app'), '123456{Enter}')
  expect(await screen.findByText('Your recovery codes')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'I’ve saved them' }))
  expect(await screen.findByText(/10 recovery codes are left/)).toBeTruthy()
})

test('an action that requires reauthentication asks for it, and is completed then', async () => {
  let isProved = false
  show(`${SETTINGS}/security`, {
    callResponses: {
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
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'Abcdef1!{Enter}')
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(await within(dialog).findByLabelText('Password'), 'Stoa-demo-1{Enter}')
  expect(await screen.findByText(/^Your password was changed/)).toBeTruthy()
})

test('merging returns to the settings and names the main account', async () => {
  show('/bbs/my-account/merge')
  await userEvent.type(await screen.findByLabelText(/^Other account’s username/), 'old_newt')
  await userEvent.type(screen.getByLabelText(/^Other account’s password/), 'Stoa-demo-1{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Merge accounts' }))
  expect(await screen.findByText('Your accounts are merged. You’re now @newt.')).toBeTruthy()
  expect(await screen.findByRole('heading', { level: 1, name: 'Account settings' })).toBeTruthy()
})

test('before signing in to an account without a password, the member’s own account is proved', async () => {
  const userForwardProve = vi.fn(() => ({
    proof: 'p',
    account: { userId: 'n'.repeat(20), username: 'newt' },
    expiresAt: Date.now() + 60_000,
  }))
  show('/bbs/my-account/merge', { callResponses: { userForwardProve } })
  await userEvent.click(await screen.findByRole('button', { name: 'That account has no password' }))
  await userEvent.type(screen.getByLabelText(/^Other account’s username/), 'old_newt{Enter}')
  await waitFor(() => expect(userForwardProve).toHaveBeenCalledWith(expect.objectContaining({ partner: 'old_newt' })))
  expect(arrivalOf('old_newt', Date.now())).toEqual({
    proof: 'p',
    account: expect.objectContaining({ username: 'newt' }),
  })
  forgetJourney()
})

test('merging into another account first asks whether to discard what wasn’t sent', async () => {
  const userForward = vi.fn(() => ({ user: { username: 'old_newt' } as never, signedOut: true }))
  show('/bbs/my-account/merge', { outbox: exampleOutbox(), callResponses: { userForward } })
  await userEvent.type(await screen.findByLabelText(/^Other account’s username/), 'old_newt')
  await userEvent.type(screen.getByLabelText(/^Other account’s password/), 'Stoa-demo-1{Enter}')
  await userEvent.click(await screen.findByLabelText(/^@(?!newt)/))
  const merge = () => userEvent.click(screen.getByRole('button', { name: 'Merge accounts' }))
  await merge()
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out anyway?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stay signed in' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(userForward).not.toHaveBeenCalled()
  expect(screen.queryByText(/^Something went wrong/)).toBeNull()
  await merge()
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(userForward).toHaveBeenCalledOnce())
})

test('merging the other account into this one discards nothing, and asks nothing', async () => {
  show('/bbs/my-account/merge', { outbox: exampleOutbox() })
  await userEvent.type(await screen.findByLabelText(/^Other account’s username/), 'old_newt')
  await userEvent.type(screen.getByLabelText(/^Other account’s password/), 'Stoa-demo-1{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Merge accounts' }))
  expect(await screen.findByText('Your accounts are merged. You’re now @newt.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('leaving to sign in to the other account asks, too, before it proves anything', async () => {
  const userForwardProve = vi.fn()
  show('/bbs/my-account/merge', { outbox: exampleOutbox(), callResponses: { userForwardProve } })
  await userEvent.click(await screen.findByRole('button', { name: 'That account has no password' }))
  await userEvent.type(screen.getByLabelText(/^Other account’s username/), 'old_newt{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Stay signed in' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(userForwardProve).not.toHaveBeenCalled()
  expect(arrivalOf('old_newt', Date.now())).toBeNull()
})

test('a merge is undone in the settings', async () => {
  const merged = { userId: 'o'.repeat(20), username: 'old_newt', mergedAt: 0 }
  show(`${SETTINGS}/merge`, {
    callResponses: { userForwarded: () => ({ items: [merged] }), userForwardUndo: () => ({ user: merged }) },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the merge with @old_newt' }))
  expect(
    await screen.findByText('@old_newt is a separate account again. All other devices were signed out.'),
  ).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Merged into this account' })).toBeNull()
})

test('merged accounts that fail to load are not shown as none', async () => {
  const fails = () => {
    throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
  }
  const items = [{ userId: 'a'.repeat(20), username: 'old_newt', mergedAt: 0 }]
  const userForwarded = vi.fn(() => ({ items })).mockImplementationOnce(fails)
  render(<ForumAt path="/bbs/my-account/settings/merge" callResponses={{ userForwarded }} />)
  expect(await screen.findByText('Couldn’t load your merged accounts')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('@old_newt')).toBeTruthy()
  expect(screen.queryByText('Couldn’t load your merged accounts')).toBeNull()
})

test.each([
  [`${SETTINGS}/security#two-step`],
  // As in older mails, when all parts were on one page.
  [`${SETTINGS}#two-step`],
])('%s scrolls to that part once it has loaded', async (address) => {
  const scrolledIds: string[] = []
  const { scrollIntoView } = Element.prototype
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolledIds.push(this.id)
  }
  try {
    show(address)
    // Until the settings have loaded, a placeholder has the anchor.
    await screen.findByRole('button', { name: 'Turn on' })
    await waitFor(() => expect(scrolledIds.at(-1)).toBe('two-step'))
    expect(document.activeElement?.id).toBe('two-step')
  } finally {
    Element.prototype.scrollIntoView = scrollIntoView
  }
})

test('every page has a title; sign-in methods are parts of theirs', async () => {
  show(`${SETTINGS}/security`)
  expect(await screen.findByRole('heading', { level: 2, name: 'Sign-in and security' })).toBeTruthy()
  expect(await screen.findByRole('heading', { level: 3, name: 'Email address' })).toBeTruthy()
  const account = within(screen.getByRole('group', { name: 'Account' }))
  expect(account.getByRole('link', { name: 'Notifications' })).toBeTruthy()
})

test('a provider’s refusal is shown in the sign-in methods', async () => {
  const provider = { providerId: 'google', name: 'Google', linkedAt: 0, label: 'newt@google.example' }
  show(`${SETTINGS}?error=CREDENTIAL_IN_USE`, { account: { providers: [provider] } })
  expect(await screen.findByText(/wasn’t linked to yours/)).toBeTruthy()
})

test('each section has its own address and is marked as current; unknown ones don’t exist', async () => {
  const { unmount } = show(SETTINGS)
  const sections = await screen.findByRole('navigation', { name: 'Sections' })
  const link = (name: string) => within(sections).getByRole('link', { name })
  expect(link('Profile').getAttribute('aria-current')).toBe('page')
  await userEvent.click(link('Sessions'))
  expect(await screen.findByRole('heading', { level: 2, name: 'Sessions' })).toBeTruthy()
  expect(link('Sessions').getAttribute('aria-current')).toBe('page')
  expect(screen.queryByLabelText('Name')).toBeNull()
  unmount()
  show(`${SETTINGS}/nothing`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
})
