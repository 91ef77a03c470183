import type { CardPurchase } from '@stoa/contract'
import { EXAMPLE_NOW, exampleId } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { ForumAt } from '../../testing/forum-at.tsx'
import { PurchaseScreen } from '../member-screens.tsx'

const MINUTE = 60 * 1000
const purchase = (number: number, change: Partial<CardPurchase>): CardPurchase => ({
  ...{ id: exampleId(number, 'b'), providerId: `moonpay-${number}`, at: EXAMPLE_NOW - number * MINUTE },
  ...{ status: 'pending', amount: '0', owed: '0', ...change },
})
const listed = (items: CardPurchase[]) => ({ cardPurchases: () => ({ items, buyUrl: null }) })

const meta = {
  title: 'Forum/Screens/Card purchase',
  component: PurchaseScreen,
  args: { path: '/bbs/fiat-in-success', config: { money: true } },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

let askedCount = 0

/** Back from MoonPay: the purchase arrives after a moment. */
export const Arrives: Story = {
  beforeEach() {
    askedCount = 0
  },
  args: {
    path: '/bbs/fiat-in-success?token=FORUM&transactionId=moonpay-1&transactionStatus=pending',
    callResponses: {
      cardPurchases() {
        askedCount += 1
        const one = purchase(1, askedCount > 1 ? { status: 'completed', amount: '20500000' } : {})
        return { items: [purchase(2, { status: 'failed' }), one], buyUrl: null }
      },
    },
  },
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('heading', { name: 'Your purchase is on its way' })).toBeVisible()
    await expect(await canvas.findByText('20.5 FORUM arrived', {}, { timeout: 10_000 })).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Open wallet' }).getAttribute('href')).toBe('/bbs/wallet/FORUM')
  },
}

/** Nothing arrived. */
export const Failed: Story = { args: { callResponses: listed([purchase(1, { status: 'failed' })]) } }

/** Paid, but the operator has to look at it. */
export const Review: Story = { args: { callResponses: listed([purchase(1, { status: 'review' })]) } }

/** Paid back. */
export const Refunded: Story = { args: { callResponses: listed([purchase(1, { status: 'refunded' })]) } }

/** It couldn’t be loaded. */
export const Unloaded: Story = { args: { calls: { cardPurchases: 'fails' } } }
