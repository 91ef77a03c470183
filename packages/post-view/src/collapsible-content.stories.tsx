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

/** Longer than 750 pixels: cut, with the button over its last lines. */
export const Long: Story = {}

/** Short enough, so nothing is cut and there is no button. */
export const Short: Story = { args: { children: <PostBlocks blocks={blocks.slice(0, 2)} /> } }

/** Less than 250 pixels would be hidden, so nothing is cut. */
export const AlmostShort: Story = { args: { children: <div style={{ blockSize: '740px' }}>740 pixels high</div> } }

/** Authors see all of their own posts. */
export const OfTheReader: Story = { args: { isOwn: true } }

/** After reading more: whole posts can be chosen for this device, and the choice can be undone here. */
export const Expanded: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('link', { name: 'Read More' }))
    await canvas.findByRole('checkbox', { name: 'Always show whole posts' })
  },
}

/** With custom texts. */
export const OtherWords: Story = { args: { readMoreText: 'Show the whole story' } }

/** Starts with a picture or player that must stay whole. */
export const NeverCut: Story = { args: { collapsible: false } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }
