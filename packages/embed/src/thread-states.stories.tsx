import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ShadowHost } from '../../../.storybook/shadow-host.tsx'
import sheet from './styles.css?inline'
import { ThreadFailure } from './thread-failure.tsx'
import { ThreadPlaceholder } from './thread-placeholder.tsx'

const meta = {
  title: 'Embed/Thread states',
  component: ThreadFailure,
  args: { error: null, community: 'FORUM', onRetry: () => {} },
  render: (args) => <ThreadFailure {...args} />,
  decorators: [
    (Story, { globals }) => (
      <ShadowHost sheet={sheet} theme={globals.theme === 'dark' ? 'dark' : 'light'}>
        <div className="stoa-embed">
          <Story />
        </div>
      </ShadowHost>
    ),
  ],
} satisfies Meta<typeof ThreadFailure>
export default meta
type Story = StoryObj<typeof meta>

/** Until the thread is there. The element keeps its height meanwhile. */
export const Loading: Story = { render: () => <ThreadPlaceholder /> }

/** The forum did not answer: another try may help. */
export const Failed: Story = {
  args: { error: new StoaError('NETWORK', { message: 'The server could not be reached.' }) },
}

/** The site is not registered: for the publisher, who reads here what to do. */
export const NotRegistered: Story = {
  args: { error: new StoaError('ORIGIN_NOT_REGISTERED', errors.ORIGIN_NOT_REGISTERED) },
}

/** The snippet names a community that is not there. */
export const NoCommunity: Story = { args: { error: new StoaError('COMMUNITY_NOT_FOUND', errors.COMMUNITY_NOT_FOUND) } }

/** From right to left. */
export const RightToLeft: Story = { ...Failed, globals: { locale: 'ar' } }
