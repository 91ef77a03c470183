import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { MergeAccounts } from './merge-accounts.tsx'
import '../settings.css'

const meta: Meta<typeof MergeAccounts> = {
  title: 'Forum/Settings/Merge accounts',
  component: MergeAccounts,
  args: {
    username: 'newt',
    onProve: async () => ({ proof: 'p', account: { username: 'newt_of_the_old_pond' } }),
    onMerge: async () => {},
    onLeave: async () => {},
    onForget: () => {},
  },
  parameters: { width: '32rem' },
  decorators: [
    (Story) => (
      <div className="stoa-settings-merge">
        <Story />
      </div>
    ),
  ],
}
export default meta
type Story = StoryObj<typeof meta>

const prove: Story['play'] = async ({ canvas, userEvent }) => {
  await userEvent.type(await canvas.findByLabelText(/username or email/), 'old_newt')
  await userEvent.type(canvas.getByLabelText('Other account’s password'), 'not-a-real-one{Enter}')
}

/** First proving the other account. */
export const Prove: Story = {}

/** The other account's password is wrong. */
export const NotProved: Story = {
  args: { onProve: () => Promise.reject(new StoaError('INVALID_CREDENTIALS', errors.INVALID_CREDENTIALS)) },
  play: prove,
}

/** Then the choice, with its consequences. */
export const Choose: Story = { play: prove }

/** Keeping the other account ends this session. */
export const ChooseOther: Story = {
  play: async (context) => {
    await prove(context)
    await context.userEvent.click(await context.canvas.findByLabelText('@newt_of_the_old_pond'))
  },
}

const otherWay: Story['play'] = async ({ canvas, userEvent }) => {
  await userEvent.click(await canvas.findByRole('button', { name: 'That account has no password' }))
  await canvas.findByLabelText('Other account’s username')
}

/** The other account has no password: its owner signs in to it, and comes back. */
export const OtherWay: Story = { play: otherWay }

/** A username is required. */
export const OtherWayUnnamed: Story = {
  play: async (context) => {
    await otherWay(context)
    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Sign in to the other account' }))
  },
}

/** The proof failed. */
export const OtherWayRefused: Story = {
  args: { onLeave: () => Promise.reject(Object.assign(new Error(), { code: 'NETWORK' })) },
  play: async (context) => {
    await otherWay(context)
    await context.userEvent.type(context.canvas.getByLabelText('Other account’s username'), 'old_newt{Enter}')
    await context.canvas.findByText(/Couldn’t reach the server/)
  },
}

/** Returned from the other account: the choice. */
export const Arrived: Story = { args: { arrival: { proof: 'p', account: { username: 'newt_of_the_old_pond' } } } }

/** The proof is no longer valid. */
export const ArrivedRefused: Story = {
  args: {
    arrival: { proof: 'p', account: { username: 'old_newt' } },
    onMerge: () => Promise.reject(new StoaError('CODE_INVALID', errors.CODE_INVALID)),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Merge accounts' }))
    await canvas.findByText(/start over/)
  },
}

/** Signed in to a third account. */
export const ArrivedElsewhere: Story = { args: { arrival: 'elsewhere' } }

/** The proof has expired. */
export const ArrivedLate: Story = { args: { arrival: 'expired' } }

/** The choice after returning, from right to left, with long account names. */
export const ArrivedRightToLeft: Story = {
  args: {
    username: 'alexandrina_konstantinopolskaya',
    arrival: { proof: 'p', account: { username: 'newt_of_the_old_pond_and_the_lower_mill' } },
  },
  globals: { locale: 'ar' },
}

/** The same in the dark. */
export const ArrivedDark: Story = {
  args: { arrival: { proof: 'p', account: { username: 'newt_of_the_old_pond' } } },
  globals: { theme: 'dark' },
}

/** The same on a phone of 360 pixels, with long account names. */
export const ArrivedNarrow: Story = {
  args: {
    username: 'alexandrina_konstantinopolskaya',
    arrival: { proof: 'p', account: { username: 'newt_of_the_old_pond_and_the_lower_mill' } },
  },
  parameters: { width: '312px' },
}

/** Without a password, from right to left. */
export const OtherWayRightToLeft: Story = { play: otherWay, globals: { locale: 'ar' } }

/** Without a password, in the dark. */
export const OtherWayDark: Story = { play: otherWay, globals: { theme: 'dark' } }

/** Without a password, on a phone of 360 pixels. */
export const OtherWayNarrow: Story = { play: otherWay, parameters: { width: '312px' } }

/** From right to left. */
export const RightToLeft: Story = { play: prove, globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { play: prove, globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { play: prove, parameters: { width: '312px' } }
