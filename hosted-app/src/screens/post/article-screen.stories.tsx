import { exampleCommunity, exampleSummary, exampleThread } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { ArticleScreen } from './article-screen.tsx'

const url = 'https://news.example/ferries'
const comments = exampleThread()
const { tokenName, title, urlSlug } = exampleCommunity()
const post = exampleSummary({ kind: 'story', status: 7, articleUrl: url, numComments: comments.length })

const meta = {
  title: 'Forum/Screens/Article',
  component: ArticleScreen,
  args: {
    path: `/bbs/external-article-comment?${new URLSearchParams({ url })}`,
    callResponses: {
      articleThread: () => ({
        articleUrl: url,
        community: { tokenName, title, urlSlug, anonymousComments: false },
        post,
        comments: { items: comments, cursor: null, hasMore: false },
      }),
    },
  },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** The comments on a partner's article, for a member. */
export const Member: Story = {}

/** A visitor is led to signing in. */
export const Visitor: Story = { args: { viewer: null } }

/** On a phone, in the dark, from right to left. */
export const NarrowDark: Story = { parameters: { width: '312px' }, globals: { locale: 'ar', theme: 'dark' } }

/** No such thread. */
export const Missing: Story = { args: { calls: { articleThread: 'is missing' } } }
