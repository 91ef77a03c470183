import { exampleEssay } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { CollapsibleContent } from './collapsible-content.tsx'
import { PostBlocks } from './post-blocks.tsx'
import { readBlocks } from './read-blocks.ts'

const blocks = readBlocks(exampleEssay)

const meta = {
  title: 'Post view/CollapsibleContent',
  component: CollapsibleContent,
  args: { children: <PostBlocks blocks={blocks} /> },
  parameters: { width: '44rem' },
  decorators: [
    (Story) => (
      <>
        <Story />
        <p>What stands below the content.</p>
      </>
    ),
  ],
} satisfies Meta<typeof CollapsibleContent>
export default meta
type Story = StoryObj<typeof meta>

/** Longer than 500 pixels: cut, with the button over its last lines. */
export const Long: Story = {}

/** Short enough, so nothing is cut and there is no button. */
export const Short: Story = { args: { children: <PostBlocks blocks={blocks.slice(0, 2)} /> } }

/** With custom texts. */
export const OtherWords: Story = { args: { readMoreText: 'Show the whole story' } }

/** Starts with a picture or player that must stay whole. */
export const NeverCut: Story = { args: { collapsible: false } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }
