import type { Me } from '@stoa/contract'
import { exampleMe } from '@stoa/contract/fixtures'
import { createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { MemoryRouter } from 'react-router'
import { type HostedApp, HostedAppProvider } from '../hosted-app.ts'
import { NotFound } from './not-found.tsx'

/** The parts of the forum that the page uses: the viewer, and whether there is a list of communities. */
function forum(viewer: Me | null): HostedApp {
  const stoa = createStoa({ client: { call: () => new Promise(() => {}) }, storage: null })
  stoa.state.setState({ viewer })
  return { stoa, config: { enableForumPicker: true } } as HostedApp
}

const meta = {
  title: 'Forum/NotFound',
  component: NotFound,
  decorators: [
    (Story, { parameters }) => {
      const app = forum(parameters.viewer === null ? null : exampleMe())
      return (
        <HostedAppProvider value={app}>
          <StoaProvider stoa={app.stoa}>
            <MemoryRouter initialEntries={['/bbs/FORUM/community/gone']}>
              <Story />
            </MemoryRouter>
          </StoaProvider>
        </HostedAppProvider>
      )
    },
  ],
} satisfies Meta<typeof NotFound>
export default meta
type Story = StoryObj<typeof meta>

/** For everything missing or invisible; the page doesn't say which. */
export const Member: Story = {}

/** A visitor may see more after signing in. */
export const Visitor: Story = { parameters: { viewer: null } }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }
