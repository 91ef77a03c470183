import { StoaError } from '@stoa/client'
import type { PartnerSession } from '@stoa/client/partner-session'
import { exampleMe } from '@stoa/contract/fixtures'
import { createStoa } from '@stoa/store'
import { StoaProvider, useStoa } from '@stoa/store/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect } from 'react'
import { fn } from 'storybook/test'
import { ConnectedPartnerLogin } from './connected-partner-login.tsx'

/** An action that needs a session, on a site with the given sign-in result. */
function sessionThat(about: Partial<PartnerSession>): PartnerSession {
  const idle = async () => {}
  return {
    getAccessToken: async () => null,
    refresh: async () => null,
    onChange: () => fn(),
    signIn: idle,
    signInByToken: idle,
    signOut: idle,
    follow: idle,
    close: fn(),
    isRefused: () => false,
    ...about,
  }
}

const meta = {
  title: 'Login/ConnectedPartnerLogin',
  component: ConnectedPartnerLogin,
  decorators: [
    (Story) => {
      const stoa = createStoa({ client: { call: fn() as never }, storage: null })
      stoa.state.setState({ intent: { kind: 'sign-in', resume: async () => {}, cancel: fn() } as never })
      return (
        <StoaProvider stoa={stoa}>
          <Story />
        </StoaProvider>
      )
    },
  ],
} satisfies Meta<typeof ConnectedPartnerLogin>
export default meta
type Story = StoryObj<typeof meta>

/** The browser blocked the forum's window. */
export const WindowBlocked: Story = {
  args: {
    session: sessionThat({ signIn: () => Promise.reject(new StoaError('POPUP_BLOCKED', { message: '' })) }),
  },
}

/** The forum refused the publisher's token. */
export const TokenRefused: Story = { args: { session: sessionThat({ isRefused: () => true }) } }

/** Somebody else has signed in in another tab since the comment was written. */
export const OtherAccount: Story = {
  args: { session: sessionThat({}) },
  decorators: [
    (Story) => {
      const { state } = useStoa()
      useEffect(() => {
        const intent = { kind: 'other-account', action: 'comment', resume: async () => {}, cancel: fn() } as never
        state.setState({ viewer: exampleMe(), intent })
      }, [state])
      return <Story />
    },
  ],
}
