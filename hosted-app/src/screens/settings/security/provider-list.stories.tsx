import { StoaError } from '@stoa/client'
import { EXAMPLE_NOW } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ProviderList } from './provider-list.tsx'
import '../settings.css'

const meta: Meta<typeof ProviderList> = {
  title: 'Forum/Settings/Linked accounts',
  component: ProviderList,
  args: {
    providers: [
      { id: 'google', name: 'Google', linkedAt: EXAMPLE_NOW, label: 'newt@example.org' },
      { id: 'github', name: 'GitHub', linkedAt: null, label: '' },
    ],
    onLink: async () => {},
    onUnlink: async () => {},
  },
  parameters: { width: '32rem' },
}
export default meta
type Story = StoryObj<typeof meta>

/** One linked, one not. */
export const Some: Story = {}

/** The only sign-in method can't be unlinked. */
export const LastWayIn: Story = {
  args: { onUnlink: () => Promise.reject(new StoaError('LAST_WAY_IN', { message: '' })) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Unlink Google' }))
    await canvas.findByText(/your only sign-in method/)
  },
}

/** Returned from a provider whose account is linked to somebody else's. */
export const Refused: Story = { args: { refused: 'CREDENTIAL_IN_USE' } }

/** Two-step verification was turned on elsewhere meanwhile, on a phone in the dark. */
export const RefusedNarrow: Story = {
  args: { refused: 'REAUTHENTICATION_REQUIRED' },
  globals: { theme: 'dark' },
  parameters: { width: '312px' },
}

/** Long names. */
export const LongText: Story = {
  args: {
    providers: [
      {
        id: 'x',
        name: 'The Consortium of the Libraries of the Lower Valley',
        linkedAt: EXAMPLE_NOW,
        label: `${'palmate.'.repeat(6)}newt@example.org`,
      },
    ],
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
