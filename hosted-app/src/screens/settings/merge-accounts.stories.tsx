import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { MergeAccounts } from './merge-accounts.tsx'
import './settings.css'

const meta: Meta<typeof MergeAccounts> = {
  title: 'Forum/Settings/Merge accounts',
  component: MergeAccounts,
  args: {
    username: 'newt',
    onProve: async () => ({ proof: 'p', account: { username: 'newt_of_the_old_pond' } }),
    onMerge: async () => {},
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
  await userEvent.type(await canvas.findByLabelText(/^Username or e-mail/), 'old_newt')
  await userEvent.type(canvas.getByLabelText(/^Password/), 'not-a-real-one{Enter}')
}

/** First the proof. */
export const Prove: Story = {}

/** The other account's password is another one. */
export const NotProved: Story = {
  args: { onProve: () => Promise.reject(new StoaError('INVALID_CREDENTIALS', errors.INVALID_CREDENTIALS)) },
  play: prove,
}

/** Then the choice, with what it means. */
export const Choose: Story = { play: prove }

/** Going on with the other one ends this sign-in. */
export const ChooseOther: Story = {
  play: async (context) => {
    await prove(context)
    await context.userEvent.click(await context.canvas.findByLabelText('@newt_of_the_old_pond'))
  },
}

/** From right to left. */
export const RightToLeft: Story = { play: prove, globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { play: prove, globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { play: prove, parameters: { width: '312px' } }
