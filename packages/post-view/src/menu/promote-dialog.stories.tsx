import { StoaError } from '@stoa/client'
import type { CallInput, CallOutput } from '@stoa/contract'
import { EXAMPLE_NOW, exampleCommunity, exampleId, examplePost } from '@stoa/contract/fixtures'
import { createStoa, putEntities, type StoaOptions } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import { PromoteDialog, type PromoteDialogProps } from './promote-dialog.tsx'

interface Scene extends PromoteDialogProps {
  /** Balance and credit, in units. */
  owned: [string, string]
  /** Lowest price of a day at the community's own domain. Default: none. */
  communityPrice?: string
  /** The call. */
  onPromote: (input: CallInput<'walletPromote'>, key: string | undefined) => CallOutput<'walletPromote'>
}

function Dialog({ owned: [balance, credit], communityPrice, onPromote, ...props }: Scene) {
  const [stoa] = useState(() => {
    const wallet = { id: exampleId(1, 'v'), balance: { FORUM: balance }, creditBalance: { FORUM: credit } }
    const call = async (name: string, input: never, options?: { idempotencyKey?: string }) =>
      name === 'walletList'
        ? { items: [wallet], cursor: null, hasMore: false }
        : onPromote(input, options?.idempotencyKey)
    const client = { call } as unknown as StoaOptions['client']
    const made = createStoa({ client, storage: null, clock: () => EXAMPLE_NOW, promotionDayPrice: '1.5' })
    const community = exampleCommunity(communityPrice === undefined ? {} : { promotionDayPrice: communityPrice })
    putEntities(made, { communities: { [props.post.tokenName]: community } })
    return made
  })
  return (
    <StoaProvider stoa={stoa}>
      <PromoteDialog {...props} />
    </StoaProvider>
  )
}

const DAY = 24 * 60 * 60 * 1000
const done = ({ postId, hours }: CallInput<'walletPromote'>): CallOutput<'walletPromote'> => ({
  ...{ postId, promotedUntil: EXAMPLE_NOW + (hours * DAY) / 24 },
  wallet: { id: exampleId(1, 'v'), balance: {}, creditBalance: {} },
})

const meta: Meta<typeof Dialog> = {
  title: 'Post view/PromoteDialog',
  component: Dialog,
  args: { post: examplePost(), onClose: fn(), owned: ['12500000', '2000000'], onPromote: fn(done) },
}
export default meta
type Story = StoryObj<typeof Dialog>

/** Each period has its price. */
export const Choosing: Story = {
  async play({ args }) {
    await expect(await screen.findByText('You have 14.5 FORUM to spend.')).toBeVisible()
    await userEvent.click(screen.getByRole('radio', { name: /3 days/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Promote for 4.5 FORUM' }))
    await waitFor(() => expect(args.onClose).toHaveBeenCalledWith(expect.stringMatching(/^Promoted until /)))
    await expect(args.onPromote).toHaveBeenCalledWith(
      { postId: args.post.id, amount: '4500000', hours: 72 },
      expect.any(String),
    )
  },
}

/** The community's own domain asks for more than this one. */
export const OfAnotherDomain: Story = {
  args: { communityPrice: '4' },
  async play({ args }) {
    await userEvent.click(await screen.findByRole('button', { name: 'Promote for 4 FORUM' }))
    await waitFor(() => expect(args.onClose).toHaveBeenCalled())
    await expect(args.onPromote).toHaveBeenCalledWith(
      { postId: args.post.id, amount: '4000000', hours: 24 },
      expect.any(String),
    )
  },
}

/** The community's own domain asks for less: this one's price holds. */
export const CheaperElsewhere: Story = {
  args: { communityPrice: '0.5' },
  async play() {
    await expect(await screen.findByRole('button', { name: 'Promote for 1.5 FORUM' })).toBeVisible()
  },
}

/** Too little for the longer periods. */
export const TooLittle: Story = {
  args: { owned: ['1000000', '2000000'] },
  async play() {
    await screen.findByText('You have 3 FORUM to spend.')
    await userEvent.click(screen.getByRole('radio', { name: /30 days/ }))
    await expect(screen.getByText('You have 3 FORUM to spend, which isn’t enough.')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Promote for 45 FORUM' }).hasAttribute('disabled')).toBe(true)
  },
}

/** Already promoted: the new time begins later, and not all of it fits into thirty days. */
export const Running: Story = { args: { post: examplePost({ promotedUntil: EXAMPLE_NOW + 2 * DAY }) } }

/** Promoted as far ahead as possible. */
export const Full: Story = { args: { post: examplePost({ promotedUntil: EXAMPLE_NOW + 29.5 * DAY }) } }

const keys: (string | undefined)[] = []

/** The answer got lost: promoting the same again has the same key, so that it is paid once. */
export const PromotingAgain: Story = {
  args: {
    onPromote(input, key) {
      keys.push(key)
      if (keys.length === 1) throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
      return done(input)
    },
  },
  async play({ args }) {
    keys.length = 0
    const button = await screen.findByRole('button', { name: 'Promote for 1.5 FORUM' })
    await userEvent.click(button)
    await screen.findByRole('alert')
    await userEvent.click(button)
    await waitFor(() => expect(args.onClose).toHaveBeenCalled())
    await expect(keys).toHaveLength(2)
    await expect(keys[1]).toBe(keys[0])
  },
}

/** On a phone, in the dark, from right to left. */
export const NarrowDark: Story = { parameters: { width: '312px' }, globals: { locale: 'ar', theme: 'dark' } }
