import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { TwoStep } from './two-step.tsx'
import '../settings.css'

const codes = Array.from({ length: 10 }, (_, index) => `k${index}w4-9x${index}m-2hqr`)

const meta: Meta<typeof TwoStep> = {
  title: 'Forum/Settings/Two-step verification',
  component: TwoStep,
  args: {
    isOn: false,
    recoveryCodesLeft: 0,
    isMandatory: false,
    username: 'newt',
    forum: 'Stoa',
    onBegin: async () => ({
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Stoa:newt?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Stoa',
    }),
    onConfirm: async () => ({ recoveryCodes: codes }),
    onRenew: async () => ({ recoveryCodes: codes }),
    onTurnOff: async () => {},
  },
  parameters: { width: '32rem' },
}
export default meta
type Story = StoryObj<typeof meta>

/** Off, the default. */
export const Off: Story = {}

/** Required by the account's role. */
export const Mandatory: Story = { args: { isMandatory: true } }

/** On. */
export const On: Story = { args: { isOn: true, recoveryCodesLeft: 9 } }

/** Few recovery codes are left; it can't be turned off, because the role requires it. */
export const FewCodes: Story = { args: { isOn: true, recoveryCodesLeft: 1, isMandatory: true } }

/** Setting up the app. */
export const Setup: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Turn on' }))
    await canvas.findByRole('img')
  },
}

/** In the dark the code stays dark on light, so that cameras read it. */
export const SetupDark: Story = { ...Setup, globals: { theme: 'dark' } }

/** The app's code is wrong. */
export const WrongCode: Story = {
  args: { onConfirm: () => Promise.reject(new StoaError('CODE_INVALID', errors.CODE_INVALID)) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Turn on' }))
    await userEvent.type(await canvas.findByLabelText('Code from the app'), '123456{Enter}')
    await canvas.findByText(/Wrong code/)
  },
}

/** Recovery codes, which are shown only once. */
export const Codes: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Turn on' }))
    await userEvent.type(await canvas.findByLabelText('Code from the app'), '123 456{Enter}')
    await canvas.findByText('Your recovery codes')
  },
}

/** Recovery codes on a phone. */
export const CodesNarrow: Story = { ...Codes, parameters: { width: '312px' } }

/** Confirmation before turning it off. */
export const TurnOff: Story = {
  args: { isOn: true, recoveryCodesLeft: 9 },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Turn off' }))
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
