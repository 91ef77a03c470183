import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import { exampleCommunity, exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { ForumAt } from '../../testing/forum-at.tsx'
import { BeingSetUpScreen } from './being-set-up-screen.tsx'
import { SetupDoorScreen } from './setup-door-screen.tsx'
import { SetupLayout } from './setup-layout.tsx'
import { SetupScreen } from './setup-screen.tsx'

const community = exampleCommunity({ title: 'Lower Mill Commons', about: '', activeFlairs: [] })
const STEPS = { name: 'open', topics: 'open', joining: 'open', email: 'open', site: 'open', invite: 'open' } as const
const STATE = { isOpen: false, steps: STEPS, hasMailServer: true, sites: [] as string[] }

const refused = (code: 'SETUP_LINK_INVALID' | 'SETUP_DONE') => () => {
  throw new StoaError(code, { message: errors[code].message })
}

const meta = {
  title: 'Forum/Screens/Setup',
  component: SetupScreen,
  subcomponents: { BeingSetUpScreen, SetupDoorScreen, SetupLayout },
  args: {
    path: '/bbs/setup',
    hash: '',
    viewer: exampleMe({ networkAdmin: true }),
    communities: [community],
    config: { setup: 'guided' },
    callResponses: { setupGet: () => STATE, setupStep: () => STATE },
  },
  render: ({ hash, ...args }) => {
    window.history.replaceState(null, '', hash || window.location.pathname + window.location.search)
    return <ForumAt {...args} />
  },
} satisfies Meta<Parameters<typeof ForumAt>[0] & { hash: string }>
export default meta
type Story = StoryObj<typeof meta>

/** The one-time link that the server printed. */
export const Link: Story = {
  args: { hash: '#token=t', viewer: null, config: { setup: 'unclaimed' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Create owner account' })).toBeEnabled()
  },
}

/** The owner's account is created: the guide follows, and its heading has the focus. */
export const Claimed: Story = {
  args: {
    hash: '#token=t',
    config: { setup: 'unclaimed' },
    session: {
      getAccessToken: async () => 'token',
      refresh: async () => null,
      signOut: async () => {},
      onChange: () => () => {},
      adopt() {},
      arrive: async () => false,
    },
    callResponses: {
      setupGet: () => STATE,
      me: () => ({ user: exampleMe({ networkAdmin: true }), unread: { unseen: 0, notifications: 0 } }),
    },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText('Username'), 'ada')
    await userEvent.type(canvas.getByLabelText('Email'), 'ada@example.com')
    await userEvent.type(canvas.getByLabelText('Password'), 'Stoa-demo-1')
    await userEvent.type(canvas.getByLabelText('Confirm password'), 'Stoa-demo-1')
    await userEvent.click(canvas.getByRole('button', { name: 'Create owner account' }))
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Name and look' })).toHaveFocus())
  },
}

/** The sign-in page before the forum is open: it has the guide's look, and nobody can sign up. */
export const SignIn: Story = {
  args: { path: '/bbs/login', viewer: null, config: { setup: 'guided', signInProviders: ['password', 'emailLink'] } },
  play: async ({ canvas }) => {
    const card = (await canvas.findByLabelText('Password')).closest('.stoa-setup-card')
    await expect(card).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /link/ })).toBeNull()
    await expect(canvas.queryByText(/Create an account/)).toBeNull()
  },
}

/** A link that was cut off, or opened after two days. */
export const WrongLink: Story = {
  args: { ...Link.args, callResponses: { setupLinkCheck: refused('SETUP_LINK_INVALID') } },
  play: async ({ canvas }) => {
    await canvas.findByText('stoa setup')
  },
}

/** Somebody has used a link: whoever did signs in. */
export const UsedLink: Story = {
  args: { ...Link.args, callResponses: { setupLinkCheck: refused('SETUP_DONE') } },
  play: async ({ canvas }) => {
    await canvas.findByRole('link', { name: 'Sign in' })
  },
}

/** The domain offers no passwords, which the owner account needs. */
export const NoPasswords: Story = {
  args: { ...Link.args, config: { setup: 'unclaimed', signInProviders: ['github'] } },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Passwords are turned off' })
    await expect(canvas.queryByRole('button', { name: 'Create owner account' })).toBeNull()
  },
}

/** No connection: the link still works. */
export const LinkNotChecked: Story = {
  args: { ...Link.args, calls: { setupLinkCheck: 'fails' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Try again' }))
  },
}

/** The first step after the account. The name must not be empty. */
export const NameAndLook: Story = {
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByLabelText('Name')
    await userEvent.clear(field)
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }))
    await expect(field).toHaveAccessibleDescription(/Add a name/)
    await expect(field).toHaveFocus()
  },
}

/** On a phone the steps are bars. */
export const OnPhone: Story = { parameters: { width: '312px' } }

/** Topics are saved one by one. */
export const Topics: Story = { args: { path: '/bbs/setup?step=topics' } }

/** Who may take part, and whether posts wait. */
export const Joining: Story = { args: { path: '/bbs/setup?step=joining' } }

/** The mail server's own words. */
export const EmailFails: Story = {
  args: {
    path: '/bbs/setup?step=email',
    callResponses: {
      setupGet: () => STATE,
      setupMailTest: () => ({ to: 'newt@example.org', error: 'Invalid login: 535 5.7.8 Authentication failed' }),
    },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Send a test email' }))
    await canvas.findByText(/535 5.7.8/)
  },
}

/** The mail server took the test. */
export const EmailWorks: Story = {
  args: {
    path: '/bbs/setup?step=email',
    callResponses: { setupGet: () => STATE, setupMailTest: () => ({ to: 'newt@example.org', error: '' }) },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Send a test email' }))
    await canvas.findByText(/Look for it at newt@example.org/)
  },
}

/** Without a mail server the step says what to set. */
export const NoMailServer: Story = {
  args: {
    path: '/bbs/setup?step=email',
    callResponses: { setupGet: () => ({ ...STATE, hasMailServer: false }) },
  },
}

/** The code for articles, before and after a site is added. */
export const FirstSite: Story = {
  args: {
    path: '/bbs/setup?step=site',
    callResponses: { setupGet: () => STATE, setupSite: () => ({ origin: 'https://gazette.example' }) },
  },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('heading', { name: 'Paste this into the articles on your-site.example' })
    await userEvent.type(await canvas.findByLabelText('Site address'), 'https://gazette.example/news')
    await userEvent.click(canvas.getByRole('button', { name: 'Add site' }))
    await canvas.findByRole('heading', { name: 'Paste this into the articles on gazette.example' })
  },
}

/** The last step opens the forum, and leads on to further domains. */
export const Invite: Story = {
  args: { path: '/bbs/setup?step=invite' },
  play: async ({ canvas }) => {
    await canvas.findByRole('button', { name: 'Open the forum and add a domain' })
  },
}

/** Resumed from *Get started*: some steps are done, and the forum is open. */
export const Resumed: Story = {
  args: {
    config: {},
    callResponses: {
      setupGet: () => ({ ...STATE, isOpen: true, steps: { ...STEPS, name: 'done', topics: 'skipped' } }),
    },
  },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Joining and posting' })
  },
}

/** The guide can't be loaded. */
export const Failed: Story = {
  args: { calls: { setupGet: 'fails' } },
  play: async ({ canvas }) => {
    await canvas.findByText('Couldn’t load the guide.')
  },
}

/** Somebody who isn't network admin. */
export const NotAllowed: Story = { args: { viewer: exampleMe() } }

/** Any address before the forum has an owner. */
export const Unclaimed: Story = { args: { path: '/bbs/picker', viewer: null, config: { setup: 'unclaimed' } } }

/** Any address while the owner uses the guide. */
export const BeingSetUp: Story = {
  args: { path: '/', viewer: null },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Lower Mill Commons is being set up' })
    await expect(canvas.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/bbs/login?next=%2Fbbs%2Fsetup',
    )
  },
}

/** The owner at any other address. */
export const OwnerElsewhere: Story = {
  args: { path: '/bbs/FORUM' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'Continue the guide' })).toHaveAttribute('href', '/bbs/setup')
  },
}
