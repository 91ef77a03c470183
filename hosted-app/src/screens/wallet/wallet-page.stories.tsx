import { StoaError } from '@stoa/client'
import { authorPath, type CallInput, type CallOutput, type Movement } from '@stoa/contract'
import { EXAMPLE_NOW, exampleId, exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { ForumAt } from '../../testing/forum-at.tsx'
import { WalletScreen } from '../member-screens.tsx'

const HOUR = 60 * 60 * 1000
const lou = {
  ...{ id: exampleId(5, 'u'), username: 'demo_lou', displayName: 'Lou Okafor', slugUrl: 'demo-lou' },
  profileImageUrl: '',
}
const movement = (number: number, change: Partial<Movement>): Movement => ({
  ...{ id: exampleId(number, 't'), at: EXAMPLE_NOW - number * HOUR, kind: 'balance', amount: '1000000' },
  ...{ reason: 'tip', person: lou, postId: exampleId(1, 'p'), commentId: null },
  ...change,
})
const movements = [
  movement(1, { amount: '-5000000' }),
  movement(2, { amount: '2500000', commentId: exampleId(3, 'c'), kind: 'credit' }),
  movement(3, { amount: '-1234567890123', reason: 'transfer', postId: null }),
  movement(4, { amount: '10000000', reason: 'credit', kind: 'credit', person: null, postId: null }),
]
const wallet = (balance: string, credit: string): CallOutput<'walletList'>['items'][number] => ({
  ...{ id: exampleMe().id, balance: { FORUM: balance }, creditBalance: { FORUM: credit } },
})
const page = { cursor: null, hasMore: false }
const transfer = ({ amount }: CallInput<'walletTransfer'>): CallOutput<'walletTransfer'> => ({
  ...{ transferId: exampleId(9, 't'), receiver: lou, wallet: wallet(String(42_500_000 - Number(amount)), '7500000') },
})

const meta = {
  title: 'Forum/Screens/Wallet',
  component: WalletScreen,
  args: {
    path: '/bbs/wallet',
    config: { money: true },
    callResponses: {
      walletList: () => ({ items: [wallet('42500000', '7500000')], ...page }),
      walletHistory: () => ({ items: movements, ...page }),
      walletTransfer: transfer,
    },
  },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** A member with balance, credit and a history. */
export const Member: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    const link = await canvas.findByRole('link', { name: 'Tip for Lou Okafor' })
    await expect(link.getAttribute('href')).toBe(authorPath('demo-lou'))
    await expect(canvas.getByText('+2.5')).toBeVisible()
  },
}

/** The wallet in a community's token, where nothing has arrived yet. */
export const Community: Story = {
  args: {
    path: '/bbs/wallet/GARDEN',
    callResponses: {
      ...meta.args.callResponses,
      walletList: ({ tokenName }) => ({
        items: [
          tokenName === undefined
            ? wallet('42500000', '0')
            : { id: exampleMe().id, balance: { GARDEN: '0' }, creditBalance: { GARDEN: '0' } },
        ],
        ...page,
      }),
      walletHistory: () => ({ items: [], ...page }),
    },
  },
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('combobox', { name: 'Token' })).toHaveValue('GARDEN')
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Token' }), 'FORUM')
    await expect(await canvas.findByText('42.5')).toBeVisible()
  },
}

/** There is no such community. */
export const NoCommunity: Story = {
  args: {
    path: '/bbs/wallet/NOWHERE',
    callResponses: {
      ...meta.args.callResponses,
      walletList({ tokenName }) {
        if (tokenName !== undefined)
          throw new StoaError('COMMUNITY_NOT_FOUND', { message: 'There is no such community.' })
        return { items: [wallet('42500000', '0')], ...page }
      },
    },
  },
  async play({ canvasElement }) {
    await expect(await within(canvasElement).findByRole('heading', { level: 1 })).toHaveTextContent('Page not found')
  },
}

/** Sending asks first, and says what was wrong with the amount. */
export const Sending: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    const amount = await canvas.findByRole('textbox', { name: 'Amount' })
    await userEvent.type(canvas.getByRole('textbox', { name: 'Username' }), 'demo_lou')
    await userEvent.type(amount, '1,5')
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }))
    await expect(canvas.getByText('Use digits and one dot, such as 12.5.')).toBeVisible()
    await userEvent.clear(amount)
    await userEvent.type(amount, '42.500001')
    await expect(canvas.getByText('You have 42.5 FORUM.')).toBeVisible()
    await userEvent.clear(amount)
    await userEvent.type(amount, '2.5')
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
    await expect(await canvas.findByText('40')).toBeVisible()
  },
}

const keys: (string | undefined)[] = []

/** The answer got lost: sending the same again has the same key, so that it is sent once. */
export const SendingAgain: Story = {
  args: {
    callResponses: {
      ...meta.args.callResponses,
      walletTransfer(input, options) {
        keys.push(options?.idempotencyKey)
        if (keys.length === 1) throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
        return transfer(input)
      },
    },
  },
  async play({ canvasElement }) {
    keys.length = 0
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Username' }), 'demo_lou')
    await userEvent.type(canvas.getByRole('textbox', { name: 'Amount' }), '2.5')
    for (const count of [1, 2]) {
      await userEvent.click(canvas.getByRole('button', { name: 'Continue' }))
      await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
      await waitFor(() => expect(keys).toHaveLength(count))
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Send' })).toBeNull())
    }
    await expect(await canvas.findByText('40')).toBeVisible()
    await expect(keys[0]).toEqual(expect.any(String))
    await expect(keys[1]).toBe(keys[0])
  },
}

/** Nothing has arrived yet. */
export const Empty: Story = {
  args: {
    callResponses: { walletList: () => ({ items: [{ id: exampleMe().id, balance: {}, creditBalance: {} }], ...page }) },
  },
}

/** It couldn't be loaded. */
export const Failed: Story = { args: { calls: { walletList: 'fails' } } }

/** The domain has no money, so there is no such page. */
export const MoneyOff: Story = { args: { config: { money: false } } }
