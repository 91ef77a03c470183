import type { Meta, StoryObj } from '@storybook/react-vite'
import { ShadowHost } from '../../../../.storybook/shadow-host.tsx'
import sheet from '../first-view/styles.css?inline'
import watchSheet from './watch-thread.css?inline'
import { WatchButton } from './watch-thread.tsx'

const meta = {
  title: 'Embed/Watch',
  component: WatchButton,
  args: { isOn: false, onWatch: async () => {}, onFailure: () => {} },
  render: (args, { globals }) => (
    <ShadowHost sheet={sheet + watchSheet} theme={globals.theme === 'dark' ? 'dark' : 'light'}>
      <div className="stoa-embed">
        <section className="stoa-comments">
          <header className="stoa-comments-header">
            <h2 className="stoa-comments-title">14 comments</h2>
            <WatchButton {...args} />
          </header>
        </section>
      </div>
    </ShadowHost>
  ),
} satisfies Meta<typeof WatchButton>
export default meta
type Story = StoryObj<typeof meta>

/** In the header of a conversation, for signed-in readers. */
export const Off: Story = {}

/** The reader is notified of each new comment. */
export const On: Story = { args: { isOn: true } }

/** In a narrow column there is space for the icon. */
export const Narrow: Story = { args: { isOn: true }, parameters: { width: '312px' } }
