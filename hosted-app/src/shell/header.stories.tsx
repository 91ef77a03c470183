import { exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Header } from './header.tsx'

const meta = {
  title: 'Forum/Header',
  component: Header,
  args: {
    title: 'Lower Mill',
    showPicker: true,
    tokenName: 'FORUM',
    viewer: exampleMe(),
    path: '/bbs/FORUM',
    onSignOut: () => {},
  },
} satisfies Meta<typeof Header>
export default meta
type Story = StoryObj<typeof meta>

/** Above every page, for somebody who is signed in. */
export const Member: Story = {}

/** For a visitor. */
export const Visitor: Story = { args: { viewer: null } }

/** Until it is known who reads: the height is kept, and nothing is claimed. */
export const NotKnownYet: Story = { args: { viewer: undefined } }

/** A forum of one community offers no list of communities. */
export const OneCommunity: Story = { args: { showPicker: false } }

/** A long name gives way; the actions stay. */
export const LongText: Story = { args: { title: 'The Society for the Observation of Footbridges' } }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' }, args: { title: 'المنتدى' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
