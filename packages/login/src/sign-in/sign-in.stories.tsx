import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { userEvent } from 'storybook/test'
import { exampleActions } from '../testing/example-actions.ts'
import { SignIn, type SignInProps } from './sign-in.tsx'
import type { SignInStep } from './sign-in-step.ts'
import { useSignInSteps } from './use-sign-in-steps.tsx'

interface OnPageProps extends Pick<SignInProps, 'ways' | 'actions' | 'terms' | 'privacy'> {
  step?: SignInStep
}

function OnPage({ step, ...rest }: OnPageProps) {
  const { title, steps, aside } = useSignInSteps({ ways: rest.ways, step })
  return (
    <>
      <h2>{title}</h2>
      <SignIn {...rest} {...steps} />
      {aside}
    </>
  )
}

const EVERYTHING = ['password', 'emailLink', 'passkey', 'google', 'github', 'x', 'facebook']
const meta: Meta<typeof OnPage> = {
  title: 'Login/SignIn',
  component: SignIn as never,
  render: (args) => <OnPage {...args} />,
  args: { ways: { ids: EVERYTHING }, actions: exampleActions() },
  parameters: { width: '400px' },
}
export default meta
type Story = StoryObj<typeof meta>

const refusing = (code: keyof typeof errors) => () => Promise.reject(new StoaError(code, errors[code]))

/** All methods: the form first, everything else below it. */
export const Everything: Story = {}

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

/** A forum with passwords only. */
export const PasswordOnly: Story = { args: { ways: { ids: ['password'] } } }

/** No passwords. An address is enough, and the first link creates an account. */
export const MailOnly: Story = { args: { ways: { ids: ['emailLink'] } } }

/** A company's forum: its own provider first, with a custom name and no known logo. */
export const ProviderFirst: Story = {
  args: { ways: { ids: ['harbor', 'emailLink'], names: { harbor: 'Harbor Authority' } } },
}

/** Only providers, more than are shown at first. */
export const ManyProviders: Story = {
  args: { ways: { ids: ['google', 'github', 'x', 'facebook', 'harbor', 'ferry', 'pier'] } },
}

/** A provider with a name of maximum length. */
export const LongText: Story = {
  args: {
    ways: {
      ids: ['password', 'google', 'society', 'ferry'],
      names: { society: 'The Society for the Observation and Repair of Footbridges' },
    },
  },
  parameters: { width: '312px' },
}

/** A new account on a domain with terms and a privacy notice. */
export const SignUp: Story = { args: { step: { name: 'signUp' }, terms: '/terms', privacy: '/privacy' } }

/** The mail was sent. Its code works here, even if the mail was read on another device. */
export const MailSent: Story = { args: { step: { name: 'mailSent', email: 'newt@example.org' } } }

/** To a long address, on a phone. */
export const MailSentNarrow: Story = {
  args: { step: { name: 'mailSent', email: 'somebody.with.a.very.long.name@a-very-long-domain-name.example.org' } },
  parameters: { width: '312px' },
}

/** A code that is wrong, used or too old. */
export const WrongCode: Story = {
  args: {
    step: { name: 'mailSent', email: 'newt@example.org' },
    actions: exampleActions({ mail: { request: () => Promise.resolve(), confirm: refusing('CODE_INVALID') } }),
  },
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByLabelText('6-digit code'), '123456')
    await canvas.findByText(/wrong, used or expired/)
  },
}

const stormy = () => {
  const details = { retryAfterMs: 20 * 60 * 60 * 1000, reason: 'storm' as const }
  return Promise.reject(new StoaError('SIGN_IN_LOCKED', { ...errors.SIGN_IN_LOCKED, details }))
}

/** Codes from this network are blocked because of guessing. The link in the mail works. */
export const StormOfCodes: Story = {
  args: {
    step: { name: 'mailSent', email: 'newt@example.org' },
    actions: exampleActions({ mail: { request: () => Promise.resolve(), confirm: stormy } }),
  },
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByLabelText('6-digit code'), '123456')
    await canvas.findByText(/Too many wrong codes are being tried/)
  },
}

/** A forgotten password. */
export const Forgot: Story = { args: { step: { name: 'forgot' } } }

/** The same text with and without an account. */
export const ForgotSent: Story = { args: { step: { name: 'forgotSent', email: 'newt@example.org' } } }

const request = { challenge: 'c', methods: ['totp', 'recovery', 'passkey'] } as const

/** The account has a second factor. */
export const SecondFactor: Story = { args: { step: { name: 'secondFactor', request } } }

/** The phone with the app is lost. */
export const RecoveryCode: Story = {
  args: { step: { name: 'secondFactor', request } },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Use a recovery code' }))
    await canvas.findByLabelText('Recovery code')
  },
}

/** A passkey as the only second factor. */
export const SecondFactorByPasskey: Story = {
  args: { step: { name: 'secondFactor', request: { challenge: 'c', methods: ['passkey'] } } },
}

function problem(code: 'POPUP_CLOSED' | 'POPUP_BLOCKED' | 'NETWORK') {
  return exampleActions({ openProvider: () => Promise.reject(new StoaError(code, { message: code })) })
}

/** The provider's window was closed. */
export const WindowClosed: Story = {
  args: { actions: problem('POPUP_CLOSED') },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Continue with Google' }))
    await canvas.findByText(/window was closed/)
  },
}

/** The browser blocked the provider's window. Continuing in this window is offered. */
export const WindowBlocked: Story = {
  args: { actions: { ...problem('POPUP_BLOCKED'), leaveForProvider: () => {} } },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Continue with Google' }))
    await canvas.findByRole('button', { name: 'Continue in this window' })
  },
}

/** Waiting for the provider's window. */
export const WaitsForProvider: Story = {
  args: { actions: exampleActions({ openProvider: () => new Promise(() => {}) }) },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Continue with GitHub' }))
  },
}

/** Returned from a provider with a refusal. */
export const CameBackRefused: Story = { args: { step: { name: 'signIn', problem: { code: 'CREDENTIAL_IN_USE' } } } }

/** Right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }
