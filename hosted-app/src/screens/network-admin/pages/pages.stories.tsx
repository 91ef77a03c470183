import { exampleDomain, exampleMe, examplePage, examplePageSummary } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { PAGES_EDITOR_PATH, pageEditorPath } from '../../../paths.ts'
import { ForumAt } from '../../../testing/forum-at.tsx'

const items = [
  examplePageSummary(),
  examplePageSummary({ id: 'b'.repeat(20), slug: 'imprint', title: 'Imprint', isPublished: false, hasDraft: true }),
]
const meta = {
  title: 'Forum/Network admin/Pages',
  component: ForumAt,
  args: {
    path: PAGES_EDITOR_PATH,
    viewer: exampleMe({ networkAdmin: true }),
    callResponses: {
      domainList: () => ({ items: [exampleDomain()] }),
      pageList: () => ({ items, language: 'en' }),
      pageGet: () => ({ page: examplePage({ hasDraft: true }) }),
    },
  },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** The static pages of a domain. */
export const List: Story = {}

/** Loading. */
export const Loading: Story = { args: { calls: { pageList: 'waits' } } }

/** They can’t be loaded. */
export const Failed: Story = { args: { calls: { pageList: 'fails' } } }

/** A page whose latest version isn’t published. */
export const Editor: Story = { args: { path: pageEditorPath('garden', examplePage().id) } }

/** A new page on a phone of 360 pixels. */
export const NewNarrow: Story = {
  args: { path: pageEditorPath('garden', 'new') },
  parameters: { width: '312px' },
}
