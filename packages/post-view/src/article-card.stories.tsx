import { exampleImage, examplePost } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ArticleCard } from './article-card.tsx'

const article = {
  title: 'The ferry keeps its bell',
  excerpt:
    'The council votes nine to two to keep the bell by the boathouse. Ringing it stays free; answering it does not.',
  articleUrl: 'https://gazette.example/ferry',
  articleSite: { name: 'The Lower Mill Gazette', iconUrl: '' },
}

const meta = {
  title: 'Post view/ArticleCard',
  component: ArticleCard,
  args: { post: examplePost(article) },
} satisfies Meta<typeof ArticleCard>
export default meta
type Story = StoryObj<typeof meta>

/** Leads from an article's thread to the article. */
export const WithPicture: Story = {
  args: { post: examplePost({ ...article, heroImage: exampleImage('ferry') }) },
}

/** The page has no picture. */
export const WithoutPicture: Story = {}

/** On a phone the picture is above the text. */
export const Narrow: Story = { ...WithPicture, parameters: { width: '312px' } }

/** The page hasn't been read yet. */
export const Unread: Story = {
  args: { post: examplePost({ title: 'Ferry', excerpt: '', articleUrl: 'https://www.gazette.example/ferry' }) },
}
