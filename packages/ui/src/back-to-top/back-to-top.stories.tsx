import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from 'storybook/test'
import { BackToTop } from './back-to-top.tsx'

const meta = {
  title: 'UI/BackToTop',
  component: BackToTop,
  parameters: { docs: { story: { inline: false, height: '240px' } } },
} satisfies Meta<typeof BackToTop>
export default meta

/** On long pages, once per page. */
export const FarDown: StoryObj<typeof meta> = {
  render: () => (
    <main>
      <div style={{ blockSize: '500vh' }}>Scroll down, and up again.</div>
      <BackToTop />
    </main>
  ),
  play: async ({ canvasElement }) => {
    const scrolled = () => new Promise((resolve) => window.addEventListener('scroll', resolve, { once: true }))
    window.scrollTo(0, 3 * window.innerHeight)
    await scrolled()
    window.scrollBy(0, -100)
    await waitFor(() => expect(within(canvasElement).getByRole('button', { name: 'Back to top' })).toBeVisible())
  },
}
