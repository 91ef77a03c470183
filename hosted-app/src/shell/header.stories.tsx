import { exampleCommunity, exampleMe } from '@stoa/contract/fixtures'
import { createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Header } from './header.tsx'
import { MemberTools } from './member-tools/member-tools.tsx'

/** Suggestions of the search field need it once their code has loaded. */
const stoa = createStoa({ client: { call: () => new Promise(() => {}) }, storage: null })

const toolsWith = (unseen: number) => (
  <MemberTools
    viewer={exampleMe()}
    tokenName="FORUM"
    unseen={unseen}
    unreadMessages={0}
    queue={0}
    mayFound
    onSignOut={() => {}}
  />
)

const meta = {
  title: 'Forum/Header',
  component: Header,
  decorators: [
    (Story) => (
      <StoaProvider stoa={stoa}>
        <Story />
      </StoaProvider>
    ),
  ],
  args: {
    title: 'Lower Mill',
    logo: '/stoa.svg',
    showPicker: true,
    community: null,
    communities: [],
    viewer: exampleMe(),
    tools: toolsWith(0),
    path: '/bbs/FORUM',
  },
} satisfies Meta<typeof Header>
export default meta
type Story = StoryObj<typeof meta>

/** Above every page, for a member. */
export const Member: Story = {}

/** With a link to the wallet in the community's token. */
export const StakingButton: Story = {
  args: {
    tools: (
      <MemberTools
        viewer={exampleMe()}
        tokenName="FORUM"
        unseen={0}
        unreadMessages={0}
        queue={0}
        mayFound
        hasWallet
        hasStakingButton
        onSignOut={() => {}}
      />
    ),
  },
  async play({ canvas }) {
    await expect(canvas.getByRole('link', { name: 'Your FORUM wallet' })).toHaveAttribute('href', '/bbs/wallet/FORUM')
  },
}

/** In a community: its logo and name, and a list of links to others. */
export const Switcher: Story = {
  args: {
    community: exampleCommunity(),
    communities: [
      { ...exampleCommunity(), hasNew: false },
      { ...exampleCommunity({ tokenName: 'BOATS', title: 'Boats', urlSlug: 'boats' }), hasNew: true },
    ],
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByText('Switch community'))
  },
}

/** New notifications have arrived. */
export const Unseen: Story = { args: { tools: toolsWith(3) } }

/** More than can be counted, on a phone, in the dark, from right to left. */
export const UnseenMany: Story = {
  args: { tools: toolsWith(100) },
  globals: { theme: 'dark', locale: 'ar' },
  parameters: { width: '312px' },
}

/** For a visitor. */
export const Visitor: Story = { args: { viewer: null } }

/** Until the viewer is known: the height is reserved. */
export const NotKnownYet: Story = { args: { viewer: undefined } }

/** A forum with one community has no list of communities. */
export const OneCommunity: Story = { args: { showPicker: false } }

/** A long name is cut; the actions stay. */
export const LongText: Story = { args: { title: 'The Society for the Observation of Footbridges' } }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' }, args: { title: 'المنتدى' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
