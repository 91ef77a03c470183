import { StoaError } from '@stoa/client'
import type { CallOutput } from '@stoa/contract'
import { EXAMPLE_NOW, exampleId, exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { ForumAt } from '../../testing/forum-at.tsx'
import { WalletScreen } from '../member-screens.tsx'

const MINUTE = 60 * 1000
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const CONTRACT = '0x00000000000000000000000000000000000A11cE'

type OnChain = CallOutput<'walletChain'>
const deposit = (number: number, change: Partial<OnChain['deposits'][number]>): OnChain['deposits'][number] => ({
  ...{ id: exampleId(number, 'd'), at: EXAMPLE_NOW - number * MINUTE, amount: '2500000', transaction: `0x${number}` },
  ...{ confirmations: 40, state: 'credited' },
  ...change,
})
const onChain = (change: Partial<OnChain> = {}): OnChain => ({
  chain: { chainId: 31_337, isLocal: false, contract: CONTRACT, confirmations: 12, minimum: '0' },
  address: ADDRESS,
  withdrawals: [],
  deposits: [
    deposit(1, { state: 'pending', confirmations: 3 }),
    deposit(20, {}),
    deposit(90, { state: 'gone', confirmations: 0, amount: '1234567890123' }),
  ],
  ...change,
})
const page = { cursor: null, hasMore: false }
const wallet = { id: exampleMe().id, balance: { FORUM: '0' }, creditBalance: { FORUM: '0' } }

const meta = {
  title: 'Forum/Screens/Wallet/Chain',
  component: WalletScreen,
  args: {
    path: '/bbs/wallet/FORUM',
    config: { money: true },
    callResponses: {
      walletList: () => ({ items: [wallet], ...page }),
      walletHistory: () => ({ items: [], ...page }),
      walletChain: () => onChain(),
    },
  },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** The member's address, and deposits in each state. */
export const Arriving: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText(ADDRESS)).toBeVisible()
    await expect(canvas.getByText('3 of 12 blocks')).toBeVisible()
    await expect(canvas.getByText('No longer on the chain')).toBeVisible()
  },
}

let isMade = false

/**
 * Whoever has nothing yet can deposit, too. The address is made when it is wanted. On a local chain, the page says that
 * it is for trying out.
 */
export const FirstTime: Story = {
  args: {
    path: '/bbs/wallet',
    callResponses: {
      ...meta.args.callResponses,
      walletList: () => ({ items: [{ ...wallet, balance: {}, creditBalance: {} }], ...page }),
      walletChain: () =>
        onChain({
          chain: {
            chainId: 31_337,
            isLocal: true,
            contract: isMade ? CONTRACT : null,
            confirmations: 12,
            minimum: '0',
          },
          ...{ address: isMade ? ADDRESS : null, deposits: [] },
        }),
      depositAddress() {
        isMade = true
        return { address: ADDRESS, chainId: 31_337, contract: CONTRACT, confirmations: 12 }
      },
    },
  },
  async play({ canvasElement }) {
    isMade = false
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Your wallet is empty')).toBeVisible()
    await userEvent.click(await canvas.findByRole('button', { name: 'Show my address' }))
    await expect(await canvas.findByText(ADDRESS)).toBeVisible()
    await expect(canvas.getByText('This chain is for trying out. Its tokens are worth nothing.')).toBeVisible()
  },
}

/** The token is on no chain, so there is nothing about it. */
export const NoChain: Story = {
  args: {
    callResponses: {
      ...meta.args.callResponses,
      walletChain: () => onChain({ chain: null, address: null, deposits: [] }),
    },
  },
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await canvas.findByRole('heading', { name: 'History' })
    await expect(canvas.queryByText('Deposit')).toBeNull()
  },
}

const withdrawals: OnChain['withdrawals'] = []
const withdrawal = (number: number, change: Partial<OnChain['withdrawals'][number]>) => ({
  ...{ id: exampleId(number, 'w'), at: EXAMPLE_NOW - number * MINUTE, amount: '1500000', address: ADDRESS },
  ...{ transaction: null, state: 'waiting' as const },
  ...change,
})

/** A withdrawal asks first, and shows what became of it. */
export const Withdrawing: Story = {
  args: {
    callResponses: {
      ...meta.args.callResponses,
      walletList: () => ({ items: [{ ...wallet, balance: { FORUM: '42500000' } }], ...page }),
      walletChain: () =>
        onChain({
          deposits: [],
          withdrawals: [...withdrawals, withdrawal(30, { state: 'done' }), withdrawal(60, { state: 'failed' })],
        }),
      withdraw({ amount, address }) {
        withdrawals.push(withdrawal(0, { amount, address }))
        return withdrawal(0, { amount, address })
      },
    },
  },
  async play({ canvasElement }) {
    withdrawals.length = 0
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Address' }), '0x12')
    await userEvent.type(canvas.getByRole('textbox', { name: 'Amount to withdraw' }), '2.5')
    await userEvent.click(canvas.getByRole('button', { name: 'Withdraw' }))
    await expect(canvas.getByText('Enter an address: 0x and 40 digits.')).toBeVisible()
    await userEvent.clear(canvas.getByRole('textbox', { name: 'Address' }))
    await userEvent.type(canvas.getByRole('textbox', { name: 'Address' }), ADDRESS)
    await userEvent.click(canvas.getByRole('button', { name: 'Withdraw' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw now' }))
    await expect(await canvas.findByText('Waiting')).toBeVisible()
    await expect(canvas.getByText('-2.5')).toBeVisible()
  },
}

let isConfirmed = false

/** Without a recent proof of identity the form asks for one, keeps what was typed, and withdraws after it. */
export const WithdrawingAfterConfirmation: Story = {
  args: {
    callResponses: {
      ...Withdrawing.args?.callResponses,
      withdraw({ amount, address }) {
        if (!isConfirmed) throw new StoaError('REAUTHENTICATION_REQUIRED', { message: '', status: 403 })
        withdrawals.push(withdrawal(0, { amount, address }))
        return withdrawal(0, { amount, address })
      },
      authReauthenticateOptions: () => ({ methods: ['password'] }),
      authReauthenticate() {
        isConfirmed = true
        return { until: EXAMPLE_NOW }
      },
    },
  },
  async play({ canvasElement }) {
    withdrawals.length = 0
    isConfirmed = false
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Address' }), ADDRESS)
    await userEvent.type(canvas.getByRole('textbox', { name: 'Amount to withdraw' }), '2.5')
    const ask = async () => {
      await userEvent.click(canvas.getByRole('button', { name: 'Withdraw' }))
      await userEvent.click(await screen.findByRole('button', { name: 'Withdraw now' }))
      await screen.findByLabelText('Password')
    }
    await ask()
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(canvas.getByRole('textbox', { name: 'Amount to withdraw' })).toHaveValue('2.5')
    await ask()
    await userEvent.type(screen.getByLabelText('Password'), 'Corr3ct-horse')
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    await expect(await canvas.findByText('-2.5')).toBeVisible()
    await expect(canvas.getByRole('textbox', { name: 'Amount to withdraw' })).toHaveValue('')
  },
}

const AT_LEAST_5 = { chainId: 31_337, isLocal: false, contract: CONTRACT, confirmations: 12, minimum: '5000000' }

/** A smaller amount than the operator allows is refused before it is sent. */
export const WithdrawingTooLittle: Story = {
  args: {
    callResponses: {
      ...meta.args.callResponses,
      walletList: () => ({ items: [{ ...wallet, balance: { FORUM: '42500000' } }], ...page }),
      walletChain: () => onChain({ chain: AT_LEAST_5, deposits: [] }),
    },
  },
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('At least 5 FORUM.')).toBeVisible()
    await userEvent.type(canvas.getByRole('textbox', { name: 'Address' }), ADDRESS)
    await userEvent.type(canvas.getByRole('textbox', { name: 'Amount to withdraw' }), '4.999999')
    await userEvent.click(canvas.getByRole('button', { name: 'Withdraw' }))
    await expect(canvas.getByText('The smallest withdrawal is 5 FORUM.')).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'Withdraw now' })).toBeNull()
    await userEvent.clear(canvas.getByRole('textbox', { name: 'Amount to withdraw' }))
    await userEvent.type(canvas.getByRole('textbox', { name: 'Amount to withdraw' }), '5')
    await userEvent.click(canvas.getByRole('button', { name: 'Withdraw' }))
    await expect(await screen.findByRole('button', { name: 'Withdraw now' })).toBeVisible()
  },
}

/** Whoever has less than the smallest withdrawal sees what is missing. */
export const NotEnoughToWithdraw: Story = {
  args: {
    callResponses: {
      ...meta.args.callResponses,
      walletList: () => ({ items: [{ ...wallet, balance: { FORUM: '4999999' } }], ...page }),
      walletChain: () => onChain({ chain: AT_LEAST_5, deposits: [] }),
    },
  },
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('You can withdraw once you have 5 FORUM.')).toBeVisible()
    await expect(canvas.queryByRole('textbox', { name: 'Amount to withdraw' })).toBeNull()
  },
}
