import { StoaError } from '@stoa/client'
import type { CallInput, CallOutput } from '@stoa/contract'
import { exampleBranch, exampleComment, exampleMe, examplePost } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { ForumAt } from '../../testing/forum-at.tsx'
import { browserSession } from '../../testing/search-responses.ts'
import { TipDialog } from './tip-dialog.tsx'

const post = examplePost({ numComments: 1, tips: '12500000' })
const path = `/bbs/FORUM/community/${post.slugUrl}`
const comment = exampleComment('wren', { postId: post.id, content: 'Thanks for writing this up.', tips: '2000000' })
const wallet = (balance: string, credit = '0'): CallOutput<'walletList'>['items'][number] => ({
  ...{ id: exampleMe().id, balance: { FORUM: balance }, creditBalance: { FORUM: credit } },
})
const having = (balance: string, credit?: string) => () => ({
  ...{ items: [wallet(balance, credit)], cursor: null, hasMore: false },
})
const tip = ({ entityId, entityType, amount }: CallInput<'walletTip'>): CallOutput<'walletTip'> => ({
  ...{ entityId, entityType, tips: String(12_500_000 + Number(amount)), wallet: wallet('42500000') },
})

const meta = {
  title: 'Forum/Screens/Tip',
  component: ForumAt,
  // What it is about.
  subcomponents: { TipDialog } as never,
  args: {
    path: `${path}?tip`,
    post,
    // Otherwise the feed, which has the same post without tips, replaces it.
    posts: [],
    comments: [exampleBranch(comment)],
    config: { money: true },
    callResponses: { walletList: having('42500000', '7500000'), walletTip: tip },
  },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

const dialog = async () => within(await screen.findByRole('dialog', { name: /^Tip / }))

/** Fixed amounts, and what the member has. */
export const Presets: Story = {
  async play() {
    await expect(await (await dialog()).findByRole('button', { name: 'Tip 1 FORUM' })).toBeVisible()
  },
}

/** The sum beside the reactions grows once the tip is paid. */
export const Tipping: Story = {
  args: { path },
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('12.5 FORUM in tips')).toBeVisible()
    await userEvent.click(await canvas.findByRole('button', { name: 'Tip' }))
    const shown = await dialog()
    await userEvent.click(await shown.findByRole('radio', { name: '5' }))
    await userEvent.click(shown.getByRole('button', { name: 'Tip 5 FORUM' }))
    await expect(await canvas.findByText('17.5 FORUM in tips')).toBeVisible()
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
}

/** An own amount, and what is wrong with it. */
export const OwnAmount: Story = {
  async play() {
    const shown = await dialog()
    await userEvent.click(await shown.findByRole('radio', { name: 'Other' }))
    const field = shown.getByRole('textbox', { name: 'Your amount' })
    await userEvent.type(field, '50.000001')
    await userEvent.click(shown.getByRole('button', { name: 'Tip' }))
    await expect(await shown.findByText('This is more than you have.')).toBeVisible()
    await userEvent.clear(field)
    await userEvent.type(field, '1,5')
    await expect(await shown.findByText('Use digits and one dot, such as 12.5.')).toBeVisible()
    await userEvent.clear(field)
    await userEvent.type(field, '0.25')
    await expect(await shown.findByRole('button', { name: 'Tip 0.25 FORUM' })).toBeVisible()
  },
}

/** A comment's author is tipped from its menu. */
export const OfComment: Story = {
  args: { path },
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /^More actions for the comment/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Tip' }))
    await expect(await (await dialog()).findByRole('button', { name: 'Tip 1 FORUM' })).toBeVisible()
  },
}

/** Less than the smallest fixed amount. */
export const LittleLeft: Story = {
  args: { callResponses: { ...meta.args.callResponses, walletList: having('250000') } },
  async play() {
    await expect(await (await dialog()).findByRole('textbox', { name: 'Amount' })).toBeVisible()
  },
}

/** The wallet is empty. */
export const NothingLeft: Story = {
  args: { callResponses: { ...meta.args.callResponses, walletList: having('0') } },
  async play() {
    await expect(await (await dialog()).findByRole('link', { name: 'View your wallet' })).toBeVisible()
  },
}

const refusing = (code: 'INSUFFICIENT_BALANCE' | 'BANNED' | 'RECEIVER_REFUSED', message: string): Story => ({
  args: {
    callResponses: {
      ...meta.args.callResponses,
      walletTip() {
        throw new StoaError(code, { message })
      },
    },
  },
  async play() {
    const shown = await dialog()
    await userEvent.click(await shown.findByRole('button', { name: 'Tip 1 FORUM' }))
    await expect(await shown.findByText(message)).toBeVisible()
  },
})

/** It was spent elsewhere. */
export const TooSmallBalance: Story = refusing('INSUFFICIENT_BALANCE', 'Insufficient balance.')

/** The member was banned meanwhile. */
export const Banned: Story = refusing('BANNED', 'You were banned from this community.')

/** The author was banned, or has deleted the account. */
export const ReceiverRefused: Story = refusing('RECEIVER_REFUSED', 'This person can’t receive tips or transfers.')

const keys: (string | undefined)[] = []

/** The answer got lost: tipping again, even after the dialog was closed, has the same key, so that it is paid once. */
export const LostAnswer: Story = {
  args: {
    path,
    callResponses: {
      ...meta.args.callResponses,
      walletTip(input, options) {
        keys.push(options?.idempotencyKey)
        if (keys.length === 1) throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
        return tip(input)
      },
    },
  },
  async play({ canvasElement }) {
    keys.length = 0
    sessionStorage.removeItem('stoa.payment')
    const canvas = within(canvasElement)
    const button = await canvas.findByRole('button', { name: 'Tip' })
    await userEvent.click(button)
    const shown = await dialog()
    await userEvent.click(await shown.findByRole('button', { name: 'Tip 1 FORUM' }))
    await expect(await shown.findByText(/you never pay twice/)).toBeVisible()
    await userEvent.click(shown.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(button)
    await userEvent.click(await (await dialog()).findByRole('button', { name: 'Tip 1 FORUM' }))
    await waitFor(() => expect(keys).toHaveLength(2))
    await expect(keys[0]).toEqual(expect.any(String))
    await expect(keys[1]).toBe(keys[0])
    await expect(sessionStorage.getItem('stoa.payment')).toBeNull()
  },
}

/** The wallet couldn’t be loaded. */
export const Failed: Story = {
  args: { calls: { walletList: 'fails' } },
  async play() {
    await expect(await (await dialog()).findByText('Couldn’t load your wallet')).toBeVisible()
  },
}

/** Visitors are asked to sign in by a link for a tip. */
export const Visitor: Story = {
  args: { session: browserSession, viewer: null },
  async play() {
    await expect(await screen.findByRole('dialog', { name: 'Sign in to tip' })).toBeVisible()
  },
}

/** Nobody tips themselves. */
export const OwnPost: Story = {
  args: { viewer: exampleMe({ id: post.publisherId }) },
  async play({ canvasElement }) {
    await within(canvasElement).findByText('12.5 FORUM in tips')
    await expect(screen.queryByRole('button', { name: 'Tip' })).toBeNull()
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
}

/** Without money there are sums of former tips only. */
export const MoneyOff: Story = {
  args: { config: { money: false } },
  async play({ canvasElement }) {
    await within(canvasElement).findByText('12.5 FORUM in tips')
    await expect(screen.queryByRole('button', { name: 'Tip' })).toBeNull()
  },
}
