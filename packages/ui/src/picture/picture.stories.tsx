import type { Meta, StoryObj } from '@storybook/react-vite'
import { Picture } from './picture.tsx'

const meta = {
  title: 'UI/Picture',
  component: Picture,
  args: { src: '/stoa.svg', alt: 'The mark of Stoa', width: 320, height: 200 },
} satisfies Meta<typeof Picture>
export default meta
type Story = StoryObj<typeof meta>

/** For all pictures from people or other sites. */
export const Loaded: Story = {}

/** Its space stays. The alternative text is available to screen readers and on hover. */
export const Missing: Story = { args: { src: '/nowhere.png', alt: 'A boat between two banks' } }

/** If the surrounding text describes it, only its space stays. */
export const MissingWithoutWords: Story = { args: { src: '/nowhere.png', alt: '' } }
