import { formatMessage } from '@stoa/ui'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ShadowHost } from '../../../../.storybook/shadow-host.tsx'
import { problemMessages } from '../first-view/report-problems.ts'
import sheet from '../first-view/styles.css?inline'
import { ThreadFailure, ThreadPlaceholder } from './client-thread.tsx'

const meta = {
  title: 'Embed/Thread states',
  component: ThreadFailure,
  args: { onRetry: () => {} },
  render: (args) => <ThreadFailure {...args} />,
  decorators: [
    (Story, { globals }) => (
      <ShadowHost sheet={sheet} theme={globals.theme === 'dark' ? 'dark' : 'light'}>
        <div className="stoa-embed">
          <Story />
        </div>
      </ShadowHost>
    ),
  ],
} satisfies Meta<typeof ThreadFailure>
export default meta
type Story = StoryObj<typeof meta>

/** The thread is loading. The element keeps its height. */
export const Loading: Story = { render: () => <ThreadPlaceholder /> }

/** The forum didn't respond. A retry may help. */
export const Failed: Story = {}

/** The same in place of a poll. */
export const PollFailed: Story = { args: { of: 'poll' } }

/** The site is not registered: instructions for the publisher. */
export const NotRegistered: Story = {
  args: {
    words: formatMessage(problemMessages['embed.notRegistered'], { what: 'Comments', site: 'news.example' }, 'en'),
  },
}

/** The named community doesn't exist. */
export const NoCommunity: Story = {
  args: {
    words: formatMessage(problemMessages['embed.noCommunity'], { what: 'Comments', community: 'FORUM' }, 'en'),
  },
}

/** The community's name or the article's address is invalid. */
export const Invalid: Story = {
  args: { words: formatMessage(problemMessages['embed.invalid'], { what: 'The poll' }, 'en') },
}

/** From right to left. */
export const RightToLeft: Story = { ...Failed, globals: { locale: 'ar' } }

/** On a right-to-left page in an untranslated language. The texts keep their punctuation. */
export const RightToLeftUntranslated: Story = {
  globals: { locale: 'en', direction: 'rtl' },
  play: async ({ canvasElement }) => {
    const root = canvasElement.querySelector('[data-testid]')?.shadowRoot
    const words = root?.querySelector('.stoa-embed-notice > span')?.firstChild as Text
    const leftOf = (at: number) => {
      const range = document.createRange()
      range.setStart(words, at)
      range.setEnd(words, at + 1)
      return range.getBoundingClientRect().left
    }
    await expect(leftOf(words.length - 1)).toBeGreaterThan(leftOf(0))
  },
}
