import type { Meta, StoryObj } from '@storybook/react-vite'
import { Picture } from './picture.tsx'

const meta = {
  title: 'UI/Picture',
  component: Picture,
  args: { src: '/stoa.svg', alt: 'The mark of Stoa', width: 320, height: 200 },
} satisfies Meta<typeof Picture>
export default meta
type Story = StoryObj<typeof meta>

/** Every picture that people or other sites provide. */
export const Loaded: Story = {}

/** Its place stays; what it shows is told to screen readers and on hovering. */
export const Missing: Story = { args: { src: '/nowhere.png', alt: 'A boat between two banks' } }

/** Where the words around it say what it shows, only its place stays. */
export const MissingWithoutWords: Story = { args: { src: '/nowhere.png', alt: '' } }
