import { exampleCommunity, exampleSummary } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import {
  browserSession,
  foundComment,
  foundPost,
  nothingFound,
  searchResponses,
} from '../../testing/search-responses.ts'
import { SearchScreen } from './search-screen.tsx'

const meta = {
  title: 'Forum/Screens/Search',
  component: SearchScreen,
  args: { path: '/bbs/search?q=week', callResponses: searchResponses },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** Posts, with comments below them. */
export const Posts: Story = {}

/** Comments, each of which leads to itself. */
export const Comments: Story = { args: { path: '/bbs/search/comments?q=drawer' } }

/** People by name and profile. */
export const People: Story = { args: { path: '/bbs/search/people?q=newt' } }

/** Communities; there are more than can be counted. */
export const Communities: Story = { args: { path: '/bbs/search/communities?q=repairing' } }

/** In one community, with every filter set. */
export const Filtered: Story = {
  args: {
    path: '/bbs/FORUM/search?q=week+from%3Anewt+in%3ARepairs+after%3A2026-05-01+has%3Aimage+is%3Astory&sort=new',
  },
}

/** A filter is open. */
export const Filter: Story = {
  play: async ({ canvas, userEvent }) => {
    const [filter] = await canvas.findAllByText('Any kind')
    if (filter) await userEvent.click(filter)
  },
}

/** Nothing was typed. */
export const Start: Story = { args: { path: '/bbs/search' } }

/** Nothing was typed, in a community. */
export const StartInCommunity: Story = { args: { path: '/bbs/FORUM/search' } }

/** Nothing is found, but there are similar words. */
export const DidYouMean: Story = {
  args: {
    path: '/bbs/search?q=kettel',
    callResponses: {
      ...nothingFound,
      searchPosts: () => ({ ...nothingFound.searchPosts(), didYouMean: 'kettle' }),
    },
  },
}

/** Few hits, and a similar word that has more. */
export const DidYouMeanMore: Story = {
  args: {
    path: '/bbs/search?q=kettel',
    callResponses: {
      ...searchResponses,
      searchPosts: () => ({ ...searchResponses.searchPosts(), cursor: null, hasMore: false, didYouMean: 'kettle' }),
    },
  },
}

/** There is no word to look for. */
export const WithoutWords: Story = { args: { path: '/bbs/search?q=-week', callResponses: nothingFound } }

/** Nothing is found here; elsewhere or without filters there may be something. */
export const NothingFound: Story = {
  args: {
    path: '/bbs/FORUM/search?q=zeppelin+has%3Avideo',
    callResponses: { ...nothingFound, searchCounts: () => ({ posts: 0, comments: 3, users: 0, communities: 0 }) },
  },
}

/** The search fails. */
export const Failed: Story = { args: { session: browserSession, viewer: null, calls: { searchPosts: 'fails' } } }

/** Long words and names are broken or cut. */
export const LongText: Story = {
  args: {
    path: `/bbs/FORUM/search?q=${'week'.repeat(30)}`,
    communities: [exampleCommunity({ title: 'The Society for the Observation of Footbridges and Weirs' })],
    callResponses: {
      ...searchResponses,
      searchPosts: () => ({
        ...searchResponses.searchPosts(),
        items: [foundPost(exampleSummary({ title: 'week'.repeat(40), excerpt: 'weekday '.repeat(60) }), 'week')],
      }),
      searchComments: () => ({
        ...searchResponses.searchComments(),
        items: [foundComment('week'.repeat(100), 'week')],
      }),
    },
  },
  parameters: { width: '312px' },
}

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** For a visitor, in a forum with one community. */
export const OneCommunity: Story = { args: { viewer: null, config: { enableForumPicker: false } } }
