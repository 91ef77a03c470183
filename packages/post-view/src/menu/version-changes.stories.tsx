import { content, paragraph } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { VersionChanges } from './version-changes.tsx'

const version = (title: string, ...texts: string[]) => ({ title, postContent: content(...texts.map(paragraph)) })

const meta = {
  title: 'Post view/VersionChanges',
  component: VersionChanges,
  args: {
    before: version('The gutter over the bakery', 'It has come loose.', 'Who has a ladder?'),
    after: version('The gutter over the mill', 'It is mended.', 'Who has a ladder?'),
  },
} satisfies Meta<typeof VersionChanges>
export default meta
type Story = StoryObj<typeof meta>

/** Shows what an edit changed, or how two versions differ. */
export const Changed: Story = {}

/** Only pictures or other parts differ. */
export const OtherParts: Story = {
  args: { before: version('A title', 'The same.'), after: version('A title', 'The same.') },
}

/** Versions without common parts. */
export const Rewritten: Story = {
  args: { before: version('One', 'Aaa bbb ccc.'), after: version('Two', 'Ddd eee fff.') },
}

/** Right to left. */
export const RightToLeft: Story = {
  args: { before: version('المزراب', 'تم إصلاحه.'), after: version('المزراب', 'لم يتم إصلاحه.') },
}
