import { exampleImage } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { Lightbox } from './lightbox.tsx'

const pictures = [
  { url: exampleImage('ferry').url, alt: 'A boat on the river', caption: '' },
  { url: exampleImage('map').url, alt: '', caption: 'Not to scale, and <b>north</b> is where you want it' },
  { url: exampleImage('garden').url, alt: 'Beds and a shed', caption: '' },
]

const meta = {
  title: 'Post view/Lightbox',
  component: Lightbox,
  args: { pictures, start: 0, onClose: fn() },
} satisfies Meta<typeof Lightbox>
export default meta
type Story = StoryObj<typeof meta>

/** The first of several pictures. */
export const First: Story = {}

/** With a caption. */
export const WithCaption: Story = { args: { start: 1 } }

/** A post's only picture. */
export const Single: Story = { args: { pictures: pictures.slice(0, 1) } }

/** On a phone. */
export const Narrow: Story = { args: { start: 1 }, parameters: { width: '312px' } }

/** From right to left. */
export const RightToLeft: Story = { args: { start: 1 }, globals: { locale: 'ar' } }
