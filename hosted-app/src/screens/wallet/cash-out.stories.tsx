import { StoaError } from '@stoa/client'
import { type CallOutput, type CashierRequest, errors } from '@stoa/contract'
import { EXAMPLE_NOW, exampleId, exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, within } from 'storybook/test'
import { ForumAt } from '../../testing/forum-at.tsx'
import { WalletScreen } from '../member-screens.tsx'
import { CashOut } from './cash-out.tsx'

const HOUR = 60 * 60 * 1000
const page = { cursor: null, hasMore: false }
const person = {
  ...{ id: exampleMe().id, username: 'robin', displayName: 'Robin', slugUrl: 'robin', profileImageUrl: '' },
}
const example = (number: number, change: Partial<CashierRequest> = {}): CashierRequest => ({
  ...{ id: exampleId(number, 'r'), at: EXAMPLE_NOW - number * HOUR, kind: 'cashOut', amount: '150000000' },
  ...{ status: 'waiting', position: number, person, receiver: null, details: 'DE12 3456', needsTwo: false },
  ...{
    postId: null,
    commentId: null,
    claimedBy: null,
    approvedBy: null,
    claimUntil: null,
    cancelUntil: null,
    decidedAt: null,
    reason: '',
  },
  ...change,
})
const requests = [
  example(3),
  example(4, { status: 'claimed', cancelUntil: EXAMPLE_NOW - HOUR, amount: '1200000000', needsTwo: true }),
  example(5, { status: 'paid', position: null, decidedAt: EXAMPLE_NOW }),
  example(6, { status: 'refused', position: null, decidedAt: EXAMPLE_NOW, reason: 'The account number is wrong.' }),
  example(7, { status: 'cancelled', position: null, decidedAt: EXAMPLE_NOW }),
]
const wallet = (balance: string): CallOutput<'walletList'>['items'][number] => ({
  ...{ id: exampleMe().id, balance: { FORUM: balance }, creditBalance: {} },
})
const listOf = (items: CashierRequest[]) => () => ({
  ...{ items, ...page, cashierBalance: '0', minimum: '100000000' },
})

const meta = {
  title: 'Forum/Screens/CashOut',
  component: WalletScreen,
  // What it is about.
  subcomponents: { CashOut } as never,
  args: {
    path: '/bbs/wallet',
    config: { money: true },
    viewer: exampleMe({ enableSell: ['FORUM'], joinedCommunities: ['FORUM'] }),
    callResponses: {
      walletList: () => ({ items: [wallet('240000000')], ...page }),
      walletHistory: () => ({ items: [], ...page }),
      cashierList: listOf(requests),
      cashierRequest: () => ({ request: example(9), wallet: wallet('90000000') }),
      cashierCancel: () => ({ request: example(3, { status: 'cancelled' }), wallet: wallet('390000000') }),
    },
  },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

const form = async (canvasElement: HTMLElement) =>
  within(await within(canvasElement).findByRole('form', { name: 'Cash out' }))

/** A partner with requests in every state. */
export const Partner: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('The account number is wrong.')).toBeVisible()
    await expect(canvas.getAllByRole('button', { name: 'Cancel request' })).toHaveLength(1)
  },
}

/** Asking for a cash-out, from the smallest amount on. */
export const Asking: Story = {
  async play({ canvasElement }) {
    const shown = await form(canvasElement)
    const amount = shown.getByRole('textbox', { name: 'Amount to cash out' })
    await userEvent.type(amount, '99')
    await userEvent.click(shown.getByRole('button', { name: 'Continue' }))
    await expect(await shown.findByText('The smallest cash-out is 100 FORUM.')).toBeVisible()
    await userEvent.clear(amount)
    await userEvent.type(amount, '150')
    await userEvent.type(shown.getByRole('textbox', { name: /Where to pay/ }), 'DE12 3456')
    await userEvent.click(shown.getByRole('button', { name: 'Continue' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Cash out 150 FORUM?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cash out' }))
    await expect(await within(canvasElement).findByText('90')).toBeVisible()
  },
}

/** Taking a request back. */
export const Canceling: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Cancel request' }))
    await expect(await canvas.findByText('390')).toBeVisible()
  },
}

/** A cashier has claimed it for three minutes. */
export const TooLate: Story = {
  args: {
    callResponses: {
      ...meta.args.callResponses,
      cashierCancel() {
        throw new StoaError('CASH_OUT_TOO_LATE', errors.CASH_OUT_TOO_LATE)
      },
    },
  },
  async play({ canvasElement }) {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Cancel request' }))
    await screen.findByText((text) => text.includes(errors.CASH_OUT_TOO_LATE.message))
  },
}

/** A member's payment above the domain's limits. */
export const HeldPayment: Story = {
  args: {
    viewer: exampleMe(),
    callResponses: {
      ...meta.args.callResponses,
      cashierList: listOf([
        example(1, { kind: 'transfer', receiver: { ...person, displayName: 'Lou Okafor' }, details: '' }),
      ]),
    },
  },
  async play({ canvasElement }) {
    await expect(await within(canvasElement).findByText(/^To Lou Okafor/)).toBeVisible()
    await expect(within(canvasElement).queryByRole('form', { name: 'Cash out' })).toBeNull()
  },
}
