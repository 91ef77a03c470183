import { StoaError } from '@stoa/client'
import { authorPath, type CallInput, type CallOutput, type CardPurchase, type Movement } from '@stoa/contract'
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
const promotion = movement(5, { amount: '-3000000', reason: 'promotion', person: null })
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
      walletHistory: () => ({ items: [...movements, promotion], ...page }),
      walletTransfer: transfer,
      cashierList: () => ({ items: [], ...page, cashierBalance: '0', minimum: '100000000' }),
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

/** Whoever owes money learns how much, and how it is paid. */
export const Owing: Story = {
  args: {
    callResponses: {
      ...meta.args.callResponses,
      walletList: () => ({ items: [{ ...wallet('0', '7500000'), owed: { FORUM: '12500000' } }], ...page }),
    },
  },
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('You owe 12.5 FORUM')).toBeVisible()
    await expect(canvas.getByText(/New money in your FORUM balance pays this/)).toBeVisible()
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

const purchase = (number: number, change: Partial<CardPurchase>): CardPurchase => ({
  ...{ id: exampleId(number, 'b'), providerId: `moonpay-${number}`, at: EXAMPLE_NOW - number * HOUR },
  ...{ status: 'pending', amount: '0', owed: '0', ...change },
})
const BUY_URL = 'https://buy-sandbox.moonpay.com/'

/** Where tokens are sold by card, with purchases that aren't complete. */
export const Cards: Story = {
  args: {
    callResponses: {
      ...meta.args.callResponses,
      cardPurchases: () => ({
        items: [
          purchase(1, {}),
          purchase(2, { status: 'completed', amount: '20500000' }),
          purchase(3, { status: 'review' }),
          purchase(4, { status: 'refunded', amount: '20500000', owed: '1500000' }),
          purchase(5, { status: 'failed', at: Date.now() - HOUR }),
          purchase(6, { status: 'failed', at: Date.now() - 25 * HOUR }),
        ],
        buyUrl: BUY_URL,
      }),
      moonpaySignUrl: ({ url, tokenName }) => {
        if (url !== BUY_URL || tokenName !== 'FORUM') throw new Error('a wrong address')
        throw new StoaError('CARDS_OFF', { message: 'Purchases by card aren’t available here.' })
      },
    },
  },
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Continue to MoonPay' }))
    await expect(await canvas.findByText('Purchases by card aren’t available here.')).toBeVisible()
    await expect(canvas.getByText(/1.5 FORUM will be taken/)).toBeVisible()
    await expect(within(canvas.getByRole('list', { name: 'Purchases' })).getAllByRole('listitem')).toHaveLength(4)
  },
}

/** An empty wallet, into which a member can buy. */
export const EmptyWithCards: Story = {
  args: {
    callResponses: {
      walletList: () => ({ items: [{ id: exampleMe().id, balance: {}, creditBalance: {} }], ...page }),
      cardPurchases: () => ({ items: [], buyUrl: BUY_URL }),
    },
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
