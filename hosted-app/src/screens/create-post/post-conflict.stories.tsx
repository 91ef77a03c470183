import { content, examplePost, paragraph } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { PostConflict } from './post-conflict.tsx'

const meta: Meta<typeof PostConflict> = {
  title: 'Forum/PostConflict',
  component: PostConflict,
  args: {
    post: examplePost({
      title: 'The gutter over the bakery',
      postContent: content(paragraph('It is mended.'), paragraph('The ladder is back in the shed.')),
    }),
    href: '#',
    onOverwrite: () => {},
    onTake: () => {},
    onKeep: () => {},
  },
}
export default meta
type Story = StoryObj<typeof PostConflict>

/** Stands at the end of the composer when a post was changed by somebody else, or in another tab, while it was edited here. */
export const Changed: Story = {}

/** The other version has parts that plain text can't show. */
export const OtherParts: Story = { args: { post: examplePost() } }

/** Long words break, and a long version scrolls in its own box. */
export const LongText: Story = {
  args: {
    post: examplePost({
      title: 'x'.repeat(200),
      postContent: content(...Array.from({ length: 40 }, () => paragraph('A paragraph of the other version.'))),
    }),
  },
}

/** The other version reads from right to left. */
export const RightToLeft: Story = {
  args: { post: examplePost({ title: 'المزراب فوق المخبز', postContent: content(paragraph('تم إصلاحه.')) }) },
}
