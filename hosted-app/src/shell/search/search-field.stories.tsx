import { exampleCommunity, exampleMe } from '@stoa/contract/fixtures'
import { createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ComponentProps, useState } from 'react'
import { expect } from 'storybook/test'
import { nothingFound, searchResponses } from '../../testing/search-responses.ts'
import { keepRecentSearch, removeRecentSearch } from './recent-searches.ts'
import { SearchField } from './search-field.tsx'

interface Args extends ComponentProps<typeof SearchField> {
  /** What the server suggests. Default: some of everything. */
  suggestions?: typeof searchResponses.searchSuggestions
}

function Shown({ suggestions = searchResponses.searchSuggestions, ...props }: Args) {
  const [stoa] = useState(() => {
    const started = createStoa({ client: { call: (async () => suggestions()) as never }, storage: null })
    started.state.setState({ viewer: exampleMe() })
    return started
  })
  return (
    <StoaProvider stoa={stoa}>
      <div style={{ minBlockSize: '26rem', maxInlineSize: '27.5rem' }}>
        <SearchField {...props} />
      </div>
    </StoaProvider>
  )
}

const meta = {
  title: 'Forum/Search field',
  component: SearchField,
  args: { path: '/bbs/FORUM' },
  render: (args) => <Shown {...args} />,
} satisfies Meta<Args>
export default meta
type Story = StoryObj<typeof meta>

/** In the header. Its form works without scripts. */
export const Empty: Story = {}

/** On the search page. */
export const WithWords: Story = { args: { path: '/bbs/search?q=ferry+bell' } }

const typing: Story['play'] = async ({ canvas, userEvent }) => {
  await userEvent.type(canvas.getByLabelText('Search'), 'ket')
  await expect(await canvas.findByRole('option', { name: /Palmate Newt/ })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
}

/** Typing shows suggestions, which arrow keys choose. */
export const Suggestions: Story = { args: { community: exampleCommunity() }, play: typing }

/** On the search page of a community. */
export const InCommunity: Story = {
  args: { path: '/bbs/FORUM/search', community: exampleCommunity() },
  play: typing,
}

/** Nothing typed yet: what was searched before on this device. */
export const Recent: Story = {
  play: async ({ canvas, userEvent }) => {
    const { id } = exampleMe()
    const searches = ['swap list tomatoes', 'from:faye ferry bell', 'جسر المشاة']
    for (const query of searches) keepRecentSearch(id, query)
    await userEvent.click(canvas.getByLabelText('Search'))
    await expect(await canvas.findByText('swap list tomatoes')).toBeVisible()
    for (const query of searches) removeRecentSearch(id, query)
  },
}

/** The server suggests nothing; the search itself is always there. */
export const NothingSuggested: Story = {
  args: { suggestions: nothingFound.searchSuggestions } as Partial<Args>,
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText('Search'), 'zeppelin')
    await expect(await canvas.findByText('Search for “zeppelin”')).toBeVisible()
  },
}

/** From right to left, in the dark. */
export const RightToLeft: Story = { globals: { locale: 'ar', theme: 'dark' }, play: typing }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' }, play: typing }
