import { StoaError } from '@stoa/client'
import { type CashierRequest, communityPath, errors } from '@stoa/contract'
import { EXAMPLE_NOW, exampleId, exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { ForumAt } from '../../testing/forum-at.tsx'
import { CommunityTabScreen } from '../community/community-tab-screen.tsx'
import { CashierSettings } from './cashier-settings.tsx'

const HOUR = 60 * 60 * 1000
const named = (number: number, displayName: string) => ({
  ...{ id: exampleId(number, 'u'), username: displayName.toLowerCase(), displayName, profileImageUrl: '' },
  slugUrl: displayName.toLowerCase(),
})
const [cleo, lou, ben] = [named(1, 'Cleo'), named(2, 'Lou'), named(3, 'Ben')]
const viewer = exampleMe({ tokenOwner: ['FORUM'], joinedCommunities: ['FORUM'] })
const me = { ...named(4, 'Robin'), id: viewer.id }
const example = (number: number, change: Partial<CashierRequest> = {}): CashierRequest => ({
  ...{ id: exampleId(number, 'r'), at: EXAMPLE_NOW - number * HOUR, kind: 'cashOut', amount: '150000000' },
  ...{ status: 'waiting', position: number, person: cleo, receiver: null, details: 'DE12 3456 7890' },
  ...{
    postId: null,
    commentId: null,
    needsTwo: false,
    claimedBy: null,
    approvedBy: null,
    claimUntil: null,
    cancelUntil: null,
  },
  ...{ decidedAt: null, reason: '', ...change },
})
const claimed = (claimedBy: CashierRequest['claimedBy'], claimUntil = EXAMPLE_NOW + HOUR) => ({
  ...({ status: 'claimed', claimedBy, claimUntil, cancelUntil: EXAMPLE_NOW - HOUR } as const),
})
const open = [
  example(1),
  example(2, { ...claimed(me), cancelUntil: EXAMPLE_NOW + HOUR, person: lou }),
  example(3, { ...claimed(ben), amount: '1234567890123' }),
  example(4, { needsTwo: true, approvedBy: ben, amount: '1500000000' }),
  example(5, { kind: 'transfer', receiver: lou, details: '' }),
  example(6, { person: null, details: '' }),
  example(8, { kind: 'tip', receiver: ben, details: '', postId: exampleId(1, 'p') }),
  example(9, { kind: 'tip', receiver: ben, details: '', postId: exampleId(1, 'p'), commentId: exampleId(2, 'c') }),
]
const listOf = (items: CashierRequest[]) => ({
  ...{ items, cursor: null, hasMore: false, cashierBalance: '8500000000', minimum: '100000000' },
})

const meta = {
  title: 'Forum/Screens/Cashier',
  component: CommunityTabScreen,
  // What it is about.
  subcomponents: { CashierSettings } as never,
  args: {
    path: '/bbs/FORUM/admin-settings/cashier',
    viewer,
    config: { money: true },
    callResponses: {
      cashierList: ({ list = 'own' }) =>
        listOf(
          list === 'open'
            ? open
            : [example(7, { status: 'refused', position: null, reason: 'The account number is wrong.' })],
        ),
      cashierClaim: () => ({ request: example(1, claimed(me)), cashierBalance: '0' }),
      cashierPay: () => ({ request: example(2, { status: 'paid' }), cashierBalance: '0' }),
      cashierRefuse: () => ({ request: example(1, { status: 'refused' }), cashierBalance: '0' }),
      cashierMinimum: ({ minimum }) => ({ minimum }),
    },
  },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** What waits, in every state. */
export const Queue: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Claimed by Ben.')).toBeVisible()
    await expect(canvas.getByText('Approved by Ben. A second cashier must approve it.')).toBeVisible()
    const post = `${communityPath('FORUM')}/${exampleId(1, 'p')}`
    await expect(canvas.getByRole('link', { name: 'View post' })).toHaveAttribute('href', post)
    const comment = `${post}/comment/${exampleId(2, 'c')}`
    await expect(canvas.getByRole('link', { name: 'View comment' })).toHaveAttribute('href', comment)
  },
}

/** A claimed cash-out is paid after a question. */
export const Paying: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Mark as paid…' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Have you paid 150 FORUM to Lou?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as paid' }))
    const done = await screen.findByText('Done.', { selector: '.stoa-toast-text' })
    await waitFor(() => expect(done).toBeVisible())
    await expect(canvas.queryByRole('button', { name: 'Mark as paid…' })).toBeNull()
  },
}

/** A rejection needs a reason. */
export const Rejecting: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    const [reject] = await canvas.findAllByRole('button', { name: 'Reject…' })
    if (reject) await userEvent.click(reject)
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject 150 FORUM by Cleo?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
    await expect(await dialog.findByText('Give a reason.')).toBeVisible()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The account number is wrong.')
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
    const done = await screen.findByText('Rejected.', { selector: '.stoa-toast-text' })
    await waitFor(() => expect(done).toBeVisible())
  },
}

/** What was open at a backup may have been paid: a cashier says that they have checked. */
export const MaybePaid: Story = {
  args: {
    callResponses: {
      ...meta.args.callResponses,
      cashierList: () => listOf([example(1, { ...claimed(me), maybePaid: true }), example(2, { maybePaid: true })]),
      cashierPay({ isChecked }) {
        if (!isChecked) throw new StoaError('CASH_OUT_MAYBE_PAID', errors.CASH_OUT_MAYBE_PAID)
        return { request: example(1, { status: 'paid' }), cashierBalance: '0' }
      },
    },
  },
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await expect((await canvas.findAllByText('Maybe paid'))[0]).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Mark as paid…' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as paid' }))
    await expect(await dialog.findByText('Check your payments first.')).toBeVisible()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'I have checked whether it was paid' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as paid' }))
    const done = await screen.findByText('Done.', { selector: '.stoa-toast-text' })
    await waitFor(() => expect(done).toBeVisible())
  },
}

/** A restored copy that isn't released. */
export const Held: Story = {
  args: {
    callResponses: { ...meta.args.callResponses, cashierList: () => ({ ...listOf(open), isHeld: true as const }) },
  },
  async play({ canvasElement }) {
    await expect(await within(canvasElement).findByText(/restored from a backup/)).toBeVisible()
  },
}

/** Another cashier was faster. */
export const ClaimedElsewhere: Story = {
  args: {
    callResponses: {
      ...meta.args.callResponses,
      cashierClaim() {
        throw new StoaError('CASH_OUT_CLAIMED', errors.CASH_OUT_CLAIMED)
      },
    },
  },
  async play({ canvasElement }) {
    const [claim] = await within(canvasElement).findAllByRole('button', { name: 'Claim' })
    if (claim) await userEvent.click(claim)
    await screen.findByText((text) => text.includes(errors.CASH_OUT_CLAIMED.message))
  },
}

/** What was decided. */
export const Closed: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Closed' }))
    await expect(await canvas.findByText('The account number is wrong.')).toBeVisible()
  },
}

/** No one waits. */
export const Empty: Story = {
  args: { callResponses: { ...meta.args.callResponses, cashierList: () => listOf([]) } },
}

/** It couldn't be loaded. */
export const Failed: Story = { args: { calls: { cashierList: 'fails' } } }

/** The smallest cash-out. */
export const Minimum: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    const field = await canvas.findByRole('textbox', { name: 'Smallest cash-out' })
    await userEvent.clear(field)
    await userEvent.type(field, '50')
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await expect(await canvas.findByText('Saved')).toBeVisible()
  },
}

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
