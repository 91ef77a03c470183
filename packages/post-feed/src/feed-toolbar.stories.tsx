import { exampleId } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { FeedToolbar, type FeedToolbarProps } from './feed-toolbar.tsx'

/** Interactive in the story. */
function Live(props: FeedToolbarProps) {
  const [query, setQuery] = useState(props.query)
  return <FeedToolbar {...props} query={query} onQueryChange={setQuery} />
}

const topics = (...names: string[]) =>
  names.map((name, index) => ({ id: exampleId(index, 'f'), name, color: 'gray' as const }))

const meta = {
  title: 'Post feed/FeedToolbar',
  component: FeedToolbar,
  render: (args) => <Live {...args} />,
  args: {
    query: { sort: 'hot', since: 'all', flairId: null },
    queryHref: ({ sort, since, flairId }) => `?sort=${sort}&since=${since}&flair=${flairId ?? ''}`,
    flairs: topics('Repairs', 'Libraries', 'Walks'),
  },
  parameters: { width: '44rem' },
} satisfies Meta<typeof FeedToolbar>
export default meta
type Story = StoryObj<typeof meta>

/** Above a feed: order, time and topic, each a real link. */
export const WithTopics: Story = {}

/** A community without topics has no row for them. */
export const WithoutTopics: Story = { args: { flairs: [] } }

/** Posts can be promoted. */
export const WithPromotions: Story = { args: { hasPromotions: true } }

/** Selected options are not marked only by color. */
export const Chosen: Story = { args: { query: { sort: 'top', since: 'week', flairId: exampleId(1, 'f') } } }

/** More topics than a line holds, one of them long. */
export const ManyTopics: Story = {
  args: {
    flairs: topics(
      ...['News', 'Ideas', 'Help', 'Making', 'Walks', 'Libraries', 'Repairs', 'Mosses', 'Ropes', 'Guestbooks'],
      'Everything that has to do with footbridges and ferries',
    ),
  },
}

/** Right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' }, args: { flairs: topics('إصلاح', 'مكتبات') } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
