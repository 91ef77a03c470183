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
    mine: {
      title: 'The gutter over the mill',
      postContent: content(paragraph('It is not mended.'), paragraph('The ladder is back in the shed.')),
    },
    href: '#',
    busy: false,
    onOverwrite: () => {},
    onTake: () => {},
    onKeepBoth: () => {},
    onKeep: () => {},
  },
}
export default meta
type Story = StoryObj<typeof PostConflict>

/** Shown at the end of the composer when a post was changed elsewhere during editing. */
export const Changed: Story = {}

/** A draft in two tabs or on two devices: there is no page of the post to go to. */
export const Draft: Story = { args: { href: null, onKeep: null } }

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
